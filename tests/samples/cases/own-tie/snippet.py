"""Means that lie exactly between two roundings."""

ones, shots = 5, 40
mean = ones / shots
half = 2.5
twice = 2 * half
score = (mean + half) / 2
