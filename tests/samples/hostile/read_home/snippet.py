import os

os.listdir("/root")
