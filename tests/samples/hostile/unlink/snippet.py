import os

os.unlink("victim.txt")
