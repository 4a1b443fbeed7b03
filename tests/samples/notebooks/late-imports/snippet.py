"""A section that needs what no section shows, and one that the page shows before what stands above it."""

from __future__ import annotations

from fractions import Fraction

SCALE = 2
unused = "nothing on the page needs this"

# --8<-- [start:first]
x = Fraction(1, 2) * SCALE
# --8<-- [end:first]

# --8<-- [start:second]
y = x + 1
# --8<-- [end:second]

if __name__ == "__main__":
    print(y)
