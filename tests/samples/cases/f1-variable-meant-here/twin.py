U = [[2, 4, 5, 6], [1, 2, 1, 2], [3, 1, 2, 1]]


def product(v):
    return [sum(u * x for u, x in zip(row, v)) for row in U]


first_product = product([1, 0, 0, 2])
second_product = product([1, 0.5, 2, 1])
