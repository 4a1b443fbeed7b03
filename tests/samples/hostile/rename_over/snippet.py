"""Puts a file of its own in the place of another."""

import os
import tempfile

os.replace(tempfile.mkstemp()[1], "victim.txt")
