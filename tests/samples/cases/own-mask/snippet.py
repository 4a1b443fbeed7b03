"""A causal mask, added to the scores."""

import numpy as np

scores = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]])
masked = np.where(np.tril(np.ones((3, 3))) == 1, scores, -np.inf)
