"""Deeper than the stack is, in C."""

import sys

sys.setrecursionlimit(10**9)


class Deep:
    def __repr__(self):
        return repr(self)


repr(Deep())
