"""A hall: the word that rounds a literal stands outside of it."""

rows, seats = 31, 39
people = rows * seats
