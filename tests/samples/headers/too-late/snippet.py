"""Text."""

import math  # needs: 60 s

# needs: 60 s
value = 1


def function():
    # needs: 2 GB
    return 1
