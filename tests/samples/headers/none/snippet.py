"""Nothing is asked for: needs: 60 s."""

value = 1  # needs a second
