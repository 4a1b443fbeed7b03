"""A floor of tiles."""

rows, columns = 6, 8
tiles = rows * columns
corners = 4 if rows > 1 and columns > 1 else 2
