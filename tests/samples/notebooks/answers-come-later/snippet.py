"""Tiles of a floor."""

# --8<-- [start:floor]
rows, columns = 3, 4
tiles = rows * columns
border = 2 * (rows + columns) - 4
# --8<-- [end:floor]
