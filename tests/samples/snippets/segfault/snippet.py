import ctypes


def crash():
    ctypes.string_at(0)


crash()
