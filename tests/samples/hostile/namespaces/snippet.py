"""A world of its own, in which it would be root."""

import ctypes

CLONE_NEWUSER = 0x10000000
done = ctypes.CDLL(None).unshare(CLONE_NEWUSER)
