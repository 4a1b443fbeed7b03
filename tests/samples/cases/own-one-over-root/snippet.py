"""The scale of dot-product attention."""

from math import sqrt

d_k = 64
root = sqrt(d_k)
scale = 1 / root
scaled = 112 * scale
