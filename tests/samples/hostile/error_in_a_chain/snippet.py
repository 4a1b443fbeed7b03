"""An error because of an error, a thousand times."""

error = None
for number in range(100_000):
    try:
        raise ValueError(number) from error
    except ValueError as one:
        error = one
raise error
