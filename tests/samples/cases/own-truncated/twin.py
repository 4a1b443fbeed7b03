from fractions import Fraction

third, two_thirds, recall = Fraction(1, 3), Fraction(2, 3), Fraction(17, 18)
