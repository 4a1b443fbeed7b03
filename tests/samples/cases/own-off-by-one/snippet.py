"""Sentences, the gaps between their words, and the pairs of a causal mask."""

words = "the cat sat on the mat".split()
tokens, gaps = len(words), len(words) - 1
pairs = tokens * (tokens + 1) // 2
