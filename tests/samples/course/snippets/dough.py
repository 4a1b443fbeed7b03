"""A dough by the baker's percentages: every ingredient as a share of the flour."""

from __future__ import annotations

# --8<-- [start:givens]
flour = 500
hydration = 0.65
salt_share = 0.02
yeast_share = 0.01
rolls = 12
# --8<-- [end:givens]

# --8<-- [start:dough]
water = flour * hydration
salt = flour * salt_share
yeast = flour * yeast_share

ingredients = [(hydration, water), (salt_share, salt), (yeast_share, yeast)]
dough = flour + water + salt + yeast
roll = dough / rolls
# --8<-- [end:dough]

if __name__ == "__main__":
    print("water:", water, "dough:", dough, "roll:", roll)
