"""Ends its process in the C library."""

import ctypes

ctypes.CDLL(None).exit(0)
