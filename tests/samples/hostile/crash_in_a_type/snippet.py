"""A type whose own slots are overwritten."""

import ctypes


class Broken:
    pass


ctypes.memset(id(Broken), 0xFF, 16)
Broken()
