q, k = [2, 3], [4, 5]
products = [a * b for a, b in zip(q, k)]
dot = sum(products)
