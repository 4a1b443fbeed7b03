"""A step function, ratios and remainders."""

values = [0, 1]
sides = 6, 2
ratio = sides[0] / sides[1]
remainder = 7 % 3
best = 14
