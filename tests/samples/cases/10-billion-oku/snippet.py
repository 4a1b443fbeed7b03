"""A number literal, and the zeroes that it spares."""

n = int(1e9)
zeros = str(n).count("0")
