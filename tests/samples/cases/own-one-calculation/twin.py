tiles, heads, width = 48, 4, 16
root = tiles**0.5
weights = sum(width for _ in range(heads))
