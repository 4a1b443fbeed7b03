"""The same dough once more, exact, in fractions."""

from __future__ import annotations

from fractions import Fraction

flour = 500
hydration = Fraction(65, 100)
salt_share = Fraction(2, 100)
yeast_share = Fraction(1, 100)
rolls = 12

shares = (hydration, salt_share, yeast_share)
water, salt, yeast = (share * flour for share in shares)
ingredients = [(share, share * flour) for share in shares]
dough = flour * (1 + sum(shares))
roll = dough / rolls

if __name__ == "__main__":
    print("water:", water, "dough:", dough, "roll:", roll)
