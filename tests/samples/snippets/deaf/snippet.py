"""Ignores everything that can be ignored."""

import signal
import time

for number in (signal.SIGABRT, signal.SIGALRM, signal.SIGTERM, signal.SIGINT):
    signal.signal(number, signal.SIG_IGN)
while True:
    time.sleep(1)
