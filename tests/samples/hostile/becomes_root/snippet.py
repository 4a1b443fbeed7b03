import os

os.setuid(0)
