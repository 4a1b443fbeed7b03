import sys

sys.modules.clear()
value = 2 + 3
