"""Neither for reading nor for writing, and emptied in passing."""

import os

os.open("victim.txt", os.O_ACCMODE | os.O_TRUNC)
