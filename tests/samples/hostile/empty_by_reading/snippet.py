"""Opened for reading only, and emptied by that."""

import os

os.open("victim.txt", os.O_RDONLY | os.O_TRUNC)
