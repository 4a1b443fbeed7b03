"""A timer that ends the process while it waits."""

import signal
import time

signal.setitimer(signal.ITIMER_REAL, 0.05)
time.sleep(9)
