"""What a cache of keys and values takes."""

layers, heads, d_k, tokens, width = 32, 32, 128, 4096, 2
cache = 2 * layers * heads * d_k * tokens * width
per_token = cache // tokens
