"""Texts that the code computes."""

words = ["the", "cat", "sat"]
longest = max(words, key=len)
joined = " ".join(words)
kind = type(1.0).__name__ + "64"
