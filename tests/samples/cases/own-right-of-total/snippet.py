"""Answers that are right, out of all."""

correct, asked = 5, 8
share = correct / asked
odds = correct, asked - correct
bits, codes = 4, 2**4
