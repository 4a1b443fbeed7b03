"""Links that leave the site: taken out where a course is to be read without a network, their texts left in place."""

from __future__ import annotations

import re

_ATTRIBUTE = r"""\s+[^\s=>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?"""
_LINK = re.compile(rf"<a((?:{_ATTRIBUTE})*)\s*>(.*?)</a\s*>", re.DOTALL | re.IGNORECASE)
_OUTSIDE = re.compile(r"""\shref\s*=\s*["']?\s*(?:https?:)?//""", re.IGNORECASE)


def without(html: str) -> str:
    """A page whose links outside are plain text: what stood in a link stays where it stood.

    Args:
        html: a built page.
    """

    def plain(link: re.Match[str]) -> str:
        return f'<span class="tk-outside">{link[2]}</span>' if _OUTSIDE.search(link[1]) else link[0]

    return _LINK.sub(plain, html)
