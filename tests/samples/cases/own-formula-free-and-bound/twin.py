from math import sqrt

x = [1, -2]
W = [[0.5, 1], [-1, 0], [2, 1.5]]
y = [sum(w * v for w, v in zip(row, x)) for row in W]
norm = sqrt(sum(v * v for v in x))
