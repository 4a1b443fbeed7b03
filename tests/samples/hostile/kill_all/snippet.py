import os

os.kill(-1, 0)
