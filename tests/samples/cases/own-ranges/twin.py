from fractions import Fraction

low, high = 0, sum(2**i for i in range(8))
bits = 8
least, most = Fraction(1, 20), Fraction(1, 10)
shortest, longest = len("is"), len("attention")
