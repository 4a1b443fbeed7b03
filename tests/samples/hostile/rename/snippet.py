import os

os.rename("victim.txt", "renamed.txt")
