x = [[1, 2.5], [-3, 0.001]]
y = [sum(column) for column in zip(*x)]
shape, kind = (2, 2), "float64"
