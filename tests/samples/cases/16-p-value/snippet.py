"""A goodness-of-fit test with three degrees of freedom."""

import math

seen, want = (35, 51, 64, 50), (40, 60, 60, 40)
df = len(seen) - 1
x2 = sum((s - w) ** 2 / w for s, w in zip(seen, want))
p = math.erfc(math.sqrt(x2 / 2)) + math.sqrt(2 * x2 / math.pi) * math.exp(-x2 / 2)
