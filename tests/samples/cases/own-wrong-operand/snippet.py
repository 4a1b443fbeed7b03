"""The parameters of four square matrices."""

d = 768
n = 4 * d**2
