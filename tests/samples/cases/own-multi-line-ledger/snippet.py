"""A budget of parameters, part by part."""

V, T, d, L = 50_257, 1_024, 768, 12
token, place = V * d, T * d
block = 12 * d * d + 13 * d
stack = L * block
norm = 2 * d
total = token + place + stack + norm
