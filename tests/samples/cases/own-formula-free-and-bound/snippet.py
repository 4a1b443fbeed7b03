"""A small projection."""

import numpy as np

x = np.array([1.0, -2.0])
W = np.array([[0.5, 1.0], [-1.0, 0.0], [2.0, 1.5]])
y = W @ x
norm = float(np.sqrt(5.0))
