"""The softmax of one row."""

import numpy as np

z = np.array([-10.0, -5.0, 0.0, 5.0, 10.0])
w = np.exp(z - z.max())
row = w / w.sum()
