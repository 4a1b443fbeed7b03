"""What no text can hold."""

import threading

lock, function, generator, kind = threading.Lock(), lambda: 1, (n for n in iter(int, 1)), type
circle = []
circle.append(circle)
deep = []
for _ in range(100_000):
    deep = [deep]
half = "\ud800"
data = b"\xff"
several = {3, 1}
imaginary = 1j
value = 2 + 3
