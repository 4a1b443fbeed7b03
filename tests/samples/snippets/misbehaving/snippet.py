"""Objects whose own code raises, lies or ends the program: the others' values stand."""

import sys


class Rude:
    def __init__(self):
        self.fine = 1

    def __repr__(self):
        raise RuntimeError("no repr")

    def __eq__(self, other):
        raise RuntimeError("no eq")

    def __hash__(self):
        raise RuntimeError("no hash")

    def __copy__(self):
        raise RuntimeError("no copy")

    @property
    def broken(self):
        raise RuntimeError("no property")

    @property
    def deadly(self):
        sys.exit(0)

    @property
    def bottomless(self):
        return self.bottomless


class Ever:
    def __getattr__(self, name):
        return Ever()


class Mute(Exception):
    def __str__(self):
        raise RuntimeError("no str")


def fail():
    raise Mute


def grow(box=[]):
    box.append(1)
    return len(box)


rude = Rude()
ever = Ever()
good = 3 * 4
rows = [1, 2, 3]
