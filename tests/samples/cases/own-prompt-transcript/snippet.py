"""A session at the prompt."""

import numpy as np

x = np.arange(6).reshape(2, 3)
total, largest = int(x.sum()), int(x.max())
means = x.mean(axis=1)
