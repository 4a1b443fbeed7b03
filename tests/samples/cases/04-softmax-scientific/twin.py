from math import exp

z = [-10, -5, 0, 5, 10]
w = [exp(x - max(z)) for x in z]
row = [x / sum(w) for x in w]
