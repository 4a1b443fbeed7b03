"""Cross entropy of one prediction."""

from math import log, log2

p = 0.25
nats, bits = -log(p), -log2(p)
