"""Waits for an end that does not come: a child ends without such calls."""

import atexit
import os

atexit.register(os._exit, 5)
value = 2 + 3
