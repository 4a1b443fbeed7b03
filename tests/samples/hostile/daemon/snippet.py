"""Wants to outlive its parents."""

import os
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(5)
    os._exit(0)
value = 2 + 3
