"""What of a notebook's HTML comes through to its page: these tags, and these of their attributes."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

TAGS = frozenset(
    {"a", "abbr", "b", "bdi", "bdo", "blockquote", "br", "cite", "code", "dd", "del", "details", "dfn", "div", "dl"}
    | {"dt", "em", "figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "li"}
    | {"mark", "ol", "p", "pre", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strong", "sub", "summary"}
    | {"sup", "table", "tbody", "td", "th", "thead", "tr", "u", "ul", "var", "wbr"}
)
VOID = frozenset({"br", "hr", "img", "wbr"})
_ATTRIBUTES: Mapping[str, frozenset[str]] = {
    "a": frozenset({"href", "title"}),
    "blockquote": frozenset({"lang"}),
    "details": frozenset({"class", "open"}),
    "div": frozenset({"class"}),
    "img": frozenset({"alt", "src", "title"}),
    "ol": frozenset({"start"}),
    "span": frozenset({"class", "lang"}),
    "td": frozenset({"style"}),
    "th": frozenset({"style"}),
}


def opened(name: str, attributes: Mapping[str, str]) -> str:
    """A tag with those of its attributes that are kept."""
    kept = _ATTRIBUTES.get(name, frozenset())
    listed = "".join(f' {key}="{escape(value, quote=True)}"' for key, value in attributes.items() if key in kept)
    return f"<{name}{listed}>"
