x = [[0, 1, 2], [3, 4, 5]]
total, largest = 15, 5
means = [1, 4]
