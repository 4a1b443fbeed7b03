"""Forks that run on, end or fail by themselves: only the snippet's own process answers."""

import os
import sys

child = os.fork()
if os.fork() == 0:
    sys.exit("a fork")
if os.fork() == 0:
    raise ValueError("a fork")
if os.fork() == 0:
    os._exit(1)
value = 2 + 3
