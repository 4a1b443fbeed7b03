"""Threads that never end, and are no daemons."""

import threading
import time

for _ in range(20):
    threading.Thread(target=time.sleep, args=(30,)).start()
value = 2 + 3
