"""Three runs with their losses, and the best of them."""

epochs = [1, 2, 3]
losses = [2.304, 1.702, 1.498]
accuracies = [0.12, 0.41, 0.553]
best = max(accuracies)
drop = losses[0] - losses[-1]
