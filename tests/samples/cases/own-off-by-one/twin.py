words = "the cat sat on the mat".split()
tokens = sum(1 for _ in words)
gaps = sum(1 for _ in zip(words, words[1:]))
pairs = sum(1 for i in range(tokens) for j in range(tokens) if j <= i)
