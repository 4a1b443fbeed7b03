"""A small one: three forks, should they succeed."""

import os

for _ in range(2):
    os.fork()
