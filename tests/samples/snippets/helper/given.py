base = 21


def double(n):
    return 2 * n
