"""Thirds, and how they are written."""

third = 1 / 3
two_thirds = 2 / 3
recall = 17 / 18
