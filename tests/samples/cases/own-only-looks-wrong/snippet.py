"""Values that a careless reader would call wrong."""

import numpy as np

third = 0.1 + 0.2
big = 2_400_000_000
sharp = np.float32(0.1)
negative_zero = -0.0
close = 0.9999999999999
mixed = [1, 2.5, -3]
seconds = 5_400
