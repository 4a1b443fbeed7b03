import sys

sys.modules = None
value = 2 + 3
