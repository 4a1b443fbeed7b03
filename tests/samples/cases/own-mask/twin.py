from math import inf

scores = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
masked = [[s if j <= i else -inf for j, s in enumerate(row)] for i, row in enumerate(scores)]
