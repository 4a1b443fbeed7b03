"""What is closed where its block ends."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self


class Closing(ABC):
    """Something that a `with` block holds."""

    @abstractmethod
    def close(self) -> None:
        """Lets go of it all; once more does nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
