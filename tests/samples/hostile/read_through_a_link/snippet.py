"""A link in the project that leads out of it."""

open("outside.txt")
