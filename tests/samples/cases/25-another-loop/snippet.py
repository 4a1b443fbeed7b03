"""How far a number of trials gets."""

rate, trials = 0.1, 50


def reach(count: int) -> float:
    return 1 - (1 - rate) ** count


curve = [reach(t) for t in range(60)]
printed = reach(trials)
