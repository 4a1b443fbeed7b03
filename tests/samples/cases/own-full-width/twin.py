words, d = 1280, 300
table = sum(d for word in range(words))
share = 0.8
