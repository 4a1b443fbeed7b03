"""Shapes on the way through a head."""

import numpy as np

batch, seq, d = 2, 16, 64
x = np.ones((batch, seq, d))
scores = x @ x.transpose(0, 2, 1)
shapes = x.shape, scores.shape
