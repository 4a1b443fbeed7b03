from fractions import Fraction

checks, passed = 1_024, 1_000
rate = Fraction(passed, checks)
versions = ["3.11", "3.12"]
