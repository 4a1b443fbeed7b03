"""Ignores everything that can be ignored."""

import os
import signal
import time

for number in (signal.SIGABRT, signal.SIGALRM, signal.SIGTERM, signal.SIGINT):
    signal.signal(number, signal.SIG_IGN)
if os.fork():
    time.sleep(60)
while True:
    time.sleep(1)
