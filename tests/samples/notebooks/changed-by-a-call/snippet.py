"""A list that a call changes later: until then it is not what the page says."""


# --8<-- [start:first]
def lay(floor):
    floor.append(len(floor) + wide)
    return sum(floor)


floor = [len("a"), len("bb")]
before = sum(floor)
# --8<-- [end:first]

# --8<-- [start:second]
wide = before * 2
after = lay(floor)
# --8<-- [end:second]
