"""A softmax whose rounded weights do not quite add up."""

from math import exp

scores = [0.0, 0.0, 0.0]
weights = [exp(s) / sum(map(exp, scores)) for s in scores]
total = sum(weights)
