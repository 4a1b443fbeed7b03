"""A small data set: a row for each sample."""

import numpy as np

data = np.array([[0, 1, 3], [1, 0, 0], [2, 1, 1], [0, 2, 2]])
samples, features = data.shape
