"""Ends its process behind the back of `os._exit`: where it stood, nobody can tell."""

import posix

posix._exit(0)
