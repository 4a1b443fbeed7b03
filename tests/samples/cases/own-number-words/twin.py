heads, layers = 12, 2
seen = [row + 1 for row in range(4)]
first, last = seen[0], seen[-1]
