"""A vocabulary and its table."""

words, d = 1_280, 300
table = words * d
share = 0.8
