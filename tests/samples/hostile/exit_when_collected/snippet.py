"""Ends its process when an object of it goes."""

import os


class Trap:
    def __del__(self):
        os._exit(0)


Trap()
value = 2 + 3
