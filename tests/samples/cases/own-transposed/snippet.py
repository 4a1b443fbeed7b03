"""A product of matrices, and its transpose."""

import numpy as np

A = np.array([[1, 2], [3, 4]])
B = A @ np.array([[0, 1], [1, 1]])
