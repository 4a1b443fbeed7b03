"""Names that our own code has too."""

__builtins__ = {}
__name__ = "build_tools.code.worker"
__file__ = None
__loader__ = __spec__ = __package__ = 3
value = 2 + 3
