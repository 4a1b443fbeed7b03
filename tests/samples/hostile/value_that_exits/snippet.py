"""A value that ends the process when it is looked at."""

import os


class Trap(dict):
    def items(self):
        os._exit(0)


trap = Trap(a=1)
