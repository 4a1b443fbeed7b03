"""A value that is well, and ends the process when it is printed."""

import os


class Quiet:
    def __init__(self):
        self.n = 7

    def __str__(self):
        os.abort()


quiet = Quiet()
