"""Alarms that go off while the answers are being found."""

import signal


def bother(*_):
    raise KeyboardInterrupt


signal.signal(signal.SIGALRM, bother)
signal.setitimer(signal.ITIMER_REAL, 0.0001, 0.0001)
value = 2 + 3
