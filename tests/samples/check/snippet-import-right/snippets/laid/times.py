"""Rows times columns."""


def laid(rows, columns):
    return rows * columns
