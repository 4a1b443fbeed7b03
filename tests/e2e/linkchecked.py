"""LinkChecker's own command, as it is but for what is different on loopback; run as a program by test_linkchecker.py.

It stays who runs it (as root it would become `nobody`, who may read nothing in a private folder, its own modules among
it), makes no pauses, and reads each page once, not once more for every anchor on it. A look at any other host fails.
"""

from __future__ import annotations

import functools
import socket
from collections.abc import Callable
from typing import Any
from urllib.parse import urldefrag

from linkcheck.command import linkchecker
from linkcheck.director.aggregator import Aggregate
from linkcheck.htmlutil import htmlsoup, linkparse

_look_up, _find_links = socket.getaddrinfo, linkparse.find_links


def look_up(host: Any, *arguments: Any, **named: Any) -> Any:
    if host not in ("127.0.0.1", None):
        raise OSError(f"{host} was to be asked, which is another host")
    return _look_up(host, *arguments, **named)


class Finder:
    """What LinkChecker finds on a page, told again to everybody who asks for the same."""

    def __init__(self) -> None:
        self.found: dict[tuple[int, int], list[tuple[str, dict[str, Any]]]] = {}
        self.followed: set[str] = set()

    def find_links(self, soup: Any, callback: Callable[..., None], tags: Any) -> None:
        key = (id(soup), id(tags))
        if key not in self.found:
            found = self.found[key] = []
            _find_links(soup, lambda url, **at: found.append((url, at)), tags)
        if tags is linkparse.LinkTags:
            page = urldefrag(callback.__self__.url).url  # type: ignore[attr-defined]
            if page in self.followed:
                return  # all of them are waiting to be checked already
            self.followed.add(page)
        for url, at in self.found[key]:
            callback(url, **at)


if __name__ == "__main__":
    socket.getaddrinfo = look_up
    # Kept for good, so that no two pages have one identity.
    htmlsoup.make_soup = functools.cache(htmlsoup.make_soup)
    linkparse.find_links = Finder().find_links
    linkchecker.drop_privileges = lambda: None
    Aggregate.wait_for_host = lambda self, host: None
    linkchecker.linkchecker()
