from math import exp

scores = [[2, 1, 0], [0, 3, 1]]
weights = [[exp(score) / sum(map(exp, row)) for score in row] for row in scores]
