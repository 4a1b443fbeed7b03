"""More output than any pipe holds, and not even text."""

import sys

for _ in range(300):
    sys.stdout.buffer.write(b"\xff\xfe" * 50_000)
    sys.stderr.buffer.write(b"\x80" * 50_000)
print("\u3042")
value = 2 + 3
