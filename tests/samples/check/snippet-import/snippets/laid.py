"""How many tiles are laid."""


def laid(rows, columns):
    import markupsafe

    return int(markupsafe.escape(rows * columns))
