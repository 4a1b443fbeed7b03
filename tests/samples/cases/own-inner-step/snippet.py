"""Softmax by hand for two scores."""

from math import exp, log

a, b = 2, 0
ea, eb = exp(a), exp(b)
total = ea + eb
pa = ea / total
loss = -log(pa)
