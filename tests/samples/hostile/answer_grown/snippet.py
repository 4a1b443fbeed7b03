"""Makes every file that it finds as long as it may be."""

import os

for number in range(3, 60):
    try:
        os.truncate(number, 64 << 20)
    except OSError:
        pass
for number in range(3, 60):
    try:
        os.ftruncate(number, 80 << 20)
    except OSError:
        pass
value = 2 + 3
