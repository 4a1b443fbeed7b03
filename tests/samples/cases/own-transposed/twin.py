A = [[1, 2], [3, 4]]
B = [[b, a + b] for a, b in A]
