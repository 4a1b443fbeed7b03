"""The gradient of a quadratic form."""

import numpy as np

A, b = np.array([[2.0, 1.0], [1.0, 20.0]]), np.array([5.0, 3.0])
x = np.array([-3.0, -1.0])
gradient = 2 * A @ x - b
