rows, seats = 31, 39
people = sum(seats for _ in range(rows))
