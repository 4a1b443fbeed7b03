"""A floor of square tiles, and values in which its numbers may be looked for."""

import numpy as np

# --8<-- [start:floor]
rows, columns = 6, 8
price = 2.5
tiles = rows * columns
cost = tiles * price
# --8<-- [end:floor]

share = tiles / 131
shares = [0.125, 0.366]
pattern = [[row + 11 * column for column in range(3)] for row in range(4)]
packs = {"small": {5: 260, "odd": 270}, "large": 280}
grid = np.arange(30.0, 46.0).reshape(4, 4)
scaled = grid / 7
