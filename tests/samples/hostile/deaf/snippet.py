"""Listens to no signal that can be ignored, turns the alarms off, and waits: where it is, nobody can tell any more."""

import signal
import time

for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, lambda *_: None)
signal.alarm(0)
signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
while True:
    time.sleep(1)
