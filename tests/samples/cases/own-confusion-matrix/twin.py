table = [[50, 3], [7, 40]]
rows = [sum(row) for row in table]
columns = [sum(column) for column in zip(*table)]
total = sum(rows)
accuracy = 90 / 100
whole = [[*table[0], rows[0]], [*table[1], rows[1]], [*columns, total]]
