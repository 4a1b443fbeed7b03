"""An error with a say in how it is told."""

import os


class Liar(Exception):
    __traceback__ = property(lambda self: os._exit(0))

    def __str__(self):
        raise SystemExit

    def __class__(self):
        return None


raise Liar
