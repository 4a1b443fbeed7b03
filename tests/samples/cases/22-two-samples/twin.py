data = [[0, 1, 3], [1, 0, 0], [2, 1, 1], [0, 2, 2]]
samples, features = len(data), len(data[0])
