"""Never ends."""

n = 0
while True:
    n += 1
