"""A floor of square tiles: how many there are, and what they cost."""

from typing import TYPE_CHECKING

import numpy as np
from laid import laid

if TYPE_CHECKING:
    from yaml import Loader

# --8<-- [start:floor]
rows, columns = 6, 8
price = 2.5
tiles = int(np.int64(laid(rows, columns)))
cost = tiles * price
# --8<-- [end:floor]

# --8<-- [start:pattern]
pattern = [[row + column for column in range(3)] for row in range(2)]
corners = pattern[0][0], pattern[-1][-1]
colour = "white" if tiles % 2 == 0 else "black"
# --8<-- [end:pattern]

if __name__ == "__main__":
    import yaml

    print(yaml.dump({"tiles": tiles}))
