"""A dot product, step by step."""

import numpy as np

q, k = np.array([2, 3]), np.array([4, 5])
products = q * k
dot = q @ k
