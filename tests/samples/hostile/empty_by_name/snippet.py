import os

os.truncate("victim.txt", 0)
