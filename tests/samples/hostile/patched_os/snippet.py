"""Breaks what its answer would be sent with."""

import os
import signal
import time

os.write = os.getpid = os.fork = os.kill = os.close = os.path.relpath = None
time.monotonic = signal.setitimer = signal.signal = None
value = 2 + 3
