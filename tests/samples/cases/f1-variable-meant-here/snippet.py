"""A product, and another one that the next section computes."""

import numpy as np

U = np.array([[2, 4, 5, 6], [1, 2, 1, 2], [3, 1, 2, 1]])
v = np.array([1, 0, 0, 2])
first_product = U @ v
v = np.array([1, 0.5, 2, 1])
second_product = U @ v
