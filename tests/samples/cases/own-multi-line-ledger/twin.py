V, T, d, L = 50_257, 1_024, 768, 12
token, place = V * d, T * d
block = (4 * d * d + 4 * d) + (8 * d * d + 5 * d) + 4 * d
stack = sum(block for _ in range(L))
norm = d + d
total = token + place + stack + norm
