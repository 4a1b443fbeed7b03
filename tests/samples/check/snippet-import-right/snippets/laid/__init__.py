"""How many tiles are laid."""

from .times import laid
