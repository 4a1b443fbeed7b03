"""Waits for a lock that it holds."""

import threading

lock = threading.Lock()
lock.acquire()
lock.acquire()
