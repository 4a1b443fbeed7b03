"""Reads the memory of its parent."""

import ctypes
import os

libc = ctypes.CDLL(None)
PEEK = 3
done = libc.ptrace(PEEK, os.getppid(), 0, 0), libc.process_vm_readv(os.getppid(), None, 0, None, 0, 0)
