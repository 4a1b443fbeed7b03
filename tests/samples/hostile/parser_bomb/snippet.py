"""A source that no parser likes."""

value = eval("(" * 100_000 + ")" * 100_000)
