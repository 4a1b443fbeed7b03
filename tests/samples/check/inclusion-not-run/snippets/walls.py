# --8<-- [start:wall]
bricks = 7 * 9
assert bricks == 64
# --8<-- [end:wall]
