"""Breaks what everything is made of."""

import builtins
import sys

value = 6 * 7
table = {"a": [1, 2]}
sys.setrecursionlimit(60)
sys.stdout = sys.stderr = None
builtins.isinstance = lambda *_: False
builtins.len = builtins.getattr = builtins.hasattr = builtins.type = builtins.str = builtins.sorted = None
builtins.__import__ = builtins.open = builtins.print = builtins.__build_class__ = None
builtins.BaseException = builtins.Exception = ValueError
builtins.extra = 1
