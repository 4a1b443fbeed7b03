rows, columns = 6, 8
tiles = sum(1 for _ in range(rows) for _ in range(columns))
corners = len({(0, 0), (0, columns - 1), (rows - 1, 0), (rows - 1, columns - 1)})
