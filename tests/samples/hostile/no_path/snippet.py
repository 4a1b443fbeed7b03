import sys

sys.path.clear()
sys.meta_path.clear()
sys.path_hooks.clear()
value = 2 + 3
