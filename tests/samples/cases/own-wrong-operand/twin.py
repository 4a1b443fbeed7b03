d = 768
n = sum(d * d for _ in range(4))
