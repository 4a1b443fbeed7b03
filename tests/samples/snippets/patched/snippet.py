"""A snippet that breaks what it can reach: the builtins, the standard output, the recursion limit, our modules' tools."""

import builtins
import json
import sys

value = 6 * 7
table = {"a": [1, 2]}
sys.setrecursionlimit(60)
sys.stdout = sys.stderr = None
json.dumps = json.loads = json.JSONEncoder.encode = None
builtins.isinstance = lambda *_: False
builtins.len = builtins.getattr = builtins.hasattr = builtins.type = None
builtins.extra = 1
