"""A file that looks as if nothing had changed."""

import os

os.utime("victim.txt", (0, 0))
