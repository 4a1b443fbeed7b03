"""Deeper than any path is long, in its own folder: gone afterwards."""

import os
import tempfile

os.chdir(tempfile.gettempdir())
for _ in range(60):
    os.mkdir("x" * 100)
    os.chdir("x" * 100)
value = 2 + 3
