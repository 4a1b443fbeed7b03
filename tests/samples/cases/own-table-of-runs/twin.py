from fractions import Fraction

epochs = [1, 2, 3]
losses = [Fraction(n, 1000) for n in (2304, 1702, 1498)]
accuracies = [Fraction(n, 1000) for n in (120, 410, 553)]
best = accuracies[2]
drop = losses[0] - losses[2]
