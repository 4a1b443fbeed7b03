"""Breaks the numbers' own library, for itself."""

import numpy as np

rows = np.eye(2)
np.array = np.asarray = np.ndarray = np.isnan = np.generic = np.dtype = None
np.random.seed = np.linalg = np.errstate = None
np.__version__ = object()
