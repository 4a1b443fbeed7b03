layers, heads, d_k, tokens, width = 32, 32, 128, 4096, 2
per_token = sum(2 * heads * d_k * width for layer in range(layers))
cache = tokens * per_token
