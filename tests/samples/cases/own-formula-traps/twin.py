values = [0, 1]
sides = (6, 2)
ratio = 3
remainder = 1
best = 14
