"""A product of two matrices."""

import numpy as np

P = np.array([[1, 0], [4, -2]])
Q = np.array([[1, 5], [1, 3]])
R = P @ Q
