layers, heads, d_model = 12, 12, 768
d_k = 64
per_layer = 12 * d_model**2
stack = sum(per_layer for _ in range(layers))
Q = [[1] * 4] * 3
K = [[1] * 4] * 5
S = [[4] * 5] * 3
column = [5, 14]
