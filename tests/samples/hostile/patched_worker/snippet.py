"""Breaks the very code that runs it."""

import sys

worker = sys.modules["build_tools.code.worker"]
for name in list(vars(worker)):
    if not name.startswith("__"):
        setattr(worker, name, None)
value = 2 + 3
