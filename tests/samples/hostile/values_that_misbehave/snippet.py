"""Objects whose own code raises, lies, or ends the program."""

import sys


class Rude:
    def __init__(self):
        self.fine = 1

    def __repr__(self):
        sys.exit(0)

    def __eq__(self, other):
        raise RuntimeError("no eq")

    def __hash__(self):
        raise RuntimeError("no hash")

    def __reduce__(self):
        return exec, ("import os; os._exit(0)",)

    def __bool__(self):
        raise RuntimeError("no bool")

    def __copy__(self):
        raise MemoryError

    __deepcopy__ = None
    __class__ = int


rude = Rude()
others = [rude, rude]
