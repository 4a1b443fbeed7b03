"""The way to a Dask scheduler: its address, and a client of it, within a bounded time.

The package `distributed` is imported when somebody asks for a cluster, and not before.
"""

from __future__ import annotations

import re
import socket
import threading
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from build_tools.errors import UsageError

PATIENCE = 20.0  # seconds in which a scheduler answers, and a cluster without workers gets one
ELSE = "start it, or leave out --executor: then snippets run on this machine"
_FORM = "write --executor dask://host:port, with the scheduler's own host and port"
# Dask logs what it does on standard error, unless its own configuration says otherwise. What concerns a person is ours.
_QUIET = {"distributed": "critical", "distributed.client": "critical"}


def place(address: str) -> tuple[str, int]:
    """Host and port of a scheduler.

    Args:
        address: as `dask://host:port`.

    Raises:
        UsageError: it is no such address.
    """
    with suppress(ValueError):
        parts = urlsplit(address)
        if parts.scheme == "dask" and parts.port and parts.hostname and re.fullmatch(r"[^@/?#\s]+", address[7:]):
            parts.hostname.encode("idna")  # as whoever asks for its address does: labels are neither empty nor too long
            return parts.hostname, parts.port
    raise UsageError(f"{address!r} is no address of a Dask scheduler", _FORM)


def client(address: str) -> Any:
    """A client of the scheduler at an address.

    Raises:
        UsageError: it is no address; nothing of the kind answers there in time; `distributed` is not installed.
    """
    where = place(address)
    try:
        import dask

        if not dask.config.get("logging", None):
            dask.config.set({"logging": _QUIET})
        from distributed import Client
    except ImportError as error:
        missing = f"--executor {address} needs the package distributed: {error}"
        raise UsageError(missing, "install it: python -m pip install distributed, or leave out --executor") from error
    try:
        with socket.create_connection(where, PATIENCE):  # it fails at once, where Dask would go on trying
            pass
    except OSError as error:
        raise UsageError(f"nothing answers at {address}: {error.strerror or error}", ELSE) from error
    name = f"[{where[0]}]" if ":" in where[0] else where[0]
    made: list[Any] = []

    def make() -> None:
        with suppress(Exception):  # Dask's own, of many kinds
            made.append(Client(f"tcp://{name}:{where[1]}", timeout=PATIENCE / 2, set_as_default=False))

    # Dask waits without end for one that accepts and says nothing (dask/distributed#7698).
    thread = threading.Thread(target=make, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    if not made:
        raise UsageError(f"what answers at {address} is no Dask scheduler, or takes no clients without TLS", ELSE)
    return made[0]
