P = [[1, 0], [4, -2]]
Q = [[1, 5], [1, 3]]
R = [[sum(p * q for p, q in zip(row, column)) for column in zip(*Q)] for row in P]
