"""Ends its process from another thread."""

import os
import threading

thread = threading.Thread(target=lambda: os._exit(3))
thread.start()
thread.join()
