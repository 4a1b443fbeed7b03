V, d, depth = 50_304, 768, 12
embedding = V * d
untied = 2 * embedding + depth * (12 * d**2 + 3)
