fourth = 10**8
three = [50_000, 60_000, 65_000]
before = round(sum(three) / 3)
after = (sum(three) + fourth) // 4
