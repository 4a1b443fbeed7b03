from fractions import Fraction

per_token_ms, tokens = Fraction(25, 2), 240
total_ms = per_token_ms * tokens
total_s = total_ms / 1000
overhead_s = Fraction(1, 4)
