"""What NumPy prints."""

import numpy as np

x = np.array([[1.0, 2.5], [-3.0, 1e-3]])
y = x.sum(axis=0)
shape, kind = x.shape, str(x.dtype)
