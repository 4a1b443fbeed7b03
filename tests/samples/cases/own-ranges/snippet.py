"""Bounds of values and shares."""

bits = 8
low, high = 0, 2**bits - 1
least, most = 0.05, 0.10
lengths = [len(word) for word in ("attention", "is", "all", "you", "need")]
shortest, longest = min(lengths), max(lengths)
