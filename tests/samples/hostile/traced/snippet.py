"""Looks over the shoulder of every line that follows."""

import sys


def look(frame, event, argument):
    if frame.f_code.co_filename.endswith("worker.py"):
        raise RuntimeError("seen")
    return look


sys.settrace(look)
sys.setprofile(look)
value = 2 + 3
