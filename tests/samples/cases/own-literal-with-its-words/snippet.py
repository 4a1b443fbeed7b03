"""A model, described in words."""

import numpy as np

layers, heads, d_model = 12, 12, 768
d_k = d_model // heads
per_layer = 12 * d_model**2
stack = layers * per_layer
Q = np.ones((3, 4))
K = np.ones((5, 4))
S = Q @ K.T
column = np.array([[1, 5], [2, 14]])[:, 1]
