q, k, d_k = [1, 2, 3, 4], [4, 3, 2, 1], 4
products = [4, 6, 6, 4]
dot = 20
score = 10
