"""Attention weights: a softmax over each row of scores."""

import numpy as np

scores = np.array([[2.0, 1.0, 0.0], [0.0, 3.0, 1.0]])
weights = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
