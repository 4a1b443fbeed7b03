"""How long a request takes."""

per_token_ms, tokens = 12.5, 240
total_ms = per_token_ms * tokens
total_s = total_ms / 1000
overhead_s = 0.25
