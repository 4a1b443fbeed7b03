A, b, x = [[2, 1], [1, 20]], [5, 3], [-3, -1]
gradient = [2 * sum(a * v for a, v in zip(row, x)) - c for row, c in zip(A, b)]
