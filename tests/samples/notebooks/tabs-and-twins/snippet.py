# --8<-- [start:sides]
sides = [1, 2]
# --8<-- [end:sides]
