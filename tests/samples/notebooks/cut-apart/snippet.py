"""A section inside a function, and one that no page shows."""


def area(rows, columns):
    # --8<-- [start:inside]
    return rows * columns
    # --8<-- [end:inside]


floor = area(3, 4)
# --8<-- [start:shown]
half = floor / 2
# --8<-- [end:shown]
quarter = half / 2
