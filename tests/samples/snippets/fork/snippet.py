"""A fork that runs on to the end by itself: no process of a snippet makes another."""

import os
import sys

child = os.fork()
if child == 0:
    sys.exit("a fork")
value = 2 + 3
