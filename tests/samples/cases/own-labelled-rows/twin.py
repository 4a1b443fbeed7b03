losses = [2.3, 1.7, 1.5]
counts = {"the": 4, "cat": 2, "mat": 1}
total = 7
