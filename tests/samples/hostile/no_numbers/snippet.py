import math

import numpy as np

nan, infinity = math.nan, -math.inf
row = np.array([np.nan, np.inf, -0.0])
