"""More and more, none of it touched."""

import numpy as np

rows = []
while True:
    rows.append(np.empty(1 << 27))
