"""Output without end, and not even text."""

import sys

for _ in range(300):
    sys.stdout.buffer.write(b"\xff\xfe" * 50_000)
    sys.stderr.buffer.write(b"\x80" * 50_000)
print("\udc80あ")
value = 2 + 3
