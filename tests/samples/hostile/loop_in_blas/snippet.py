"""One call that takes minutes, far away from Python."""

import numpy as np

matrix = np.arange(4_000_000.0).reshape(2000, 2000) % 7
while True:
    np.linalg.svd(matrix)
