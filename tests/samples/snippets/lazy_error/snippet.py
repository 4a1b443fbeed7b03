value = (1 / n for n in (1, 0))
