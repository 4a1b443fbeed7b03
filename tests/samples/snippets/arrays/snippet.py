import numpy as np

T = 3
Q = np.array([[2.0, 0.0, 2.0, 0.0], [0.0, 2.0, 0.0, 2.0], [1.0, 1.0, 1.0, 1.0]])
K = np.array([[1.0, 0.0, 1.0, 0.0], [0.0, 2.0, 0.0, 1.0], [2.0, 1.0, 0.0, 1.0]])
S_raw = Q @ K.T
rows = S_raw.tolist()
mask = np.where(np.tri(2) > 0, 0.0, -np.inf)
