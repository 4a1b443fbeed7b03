"""Learning rates."""

peak, final = 3e-4, 3e-5
ratio = peak / final
steps = 1_500_000
