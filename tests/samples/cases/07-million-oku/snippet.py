"""The parameters of a model whose output layer no longer shares the embedding."""

V, d, depth = 50_304, 768, 12
block = 4 * d * d + 1 + 2 * d * (4 * d) + 2
tied = V * d + depth * block
untied = tied + V * d
