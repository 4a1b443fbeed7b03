"""HTML as the tokens of `html.parser`, at an eighth of its price: builders write it well-formed, and the same again.

A page is cut at each `<`, and what stands in a tag is looked at once however often it comes again. Only what every
version of `html.parser` reads the same way is read here; a page that holds anything else, if it is a `<` in a sentence,
is left to the one of this Python. A piece of highlighted code, and a formula, of which a page has few and half of its
tags, is one token. No library that is kept up does this: lxml and selectolax give no columns, html5lib is slower than
what it would replace.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from html import unescape
from html.parser import HTMLParser
from itertools import accumulate

TEXT, START, END, CODE, MATH = range(5)
Attributes = tuple[tuple[str, str | None], ...]
Token = tuple[int, int, str, Attributes]  # kind, offset, text or the tag's name or a whole piece, attributes

_NAME = r"[a-zA-Z][-.:\w]*+"
_SPACE = r"[ \t\n\r\f]"
# Only what is escaped everywhere: versions differ in `?a=1&copy=2`, and in `&notit;`.
_REFERENCES = r"(?:&(?:amp|lt|gt|quot|apos|nbsp|\#[0-9]++|\#[xX][0-9a-fA-F]++);[^{0}&]*+)*+"
_VALUE = (
    rf"""(?:"[^"&]*+{_REFERENCES.format('"')}"|'[^'&]*+{_REFERENCES.format("'")}'"""
    r"""|[^\x00-\x20"'<>=`&\x7f-\U0010ffff]++(?<!/))"""
)
_ATTRIBUTE = rf"{_SPACE}++([-.:@\w]++)(?:{_SPACE}*+=({_SPACE}*+{_VALUE}))?+"
_ATTRIBUTES = rf"((?:{_ATTRIBUTE.replace('(', '(?:').replace('(?:?', '(?')})*+){_SPACE}*+"
_ONE = re.compile(_ATTRIBUTE, re.ASCII)
# What holds text alone: in some versions all of them, in others two.
_HOLDING = "script|style|title|textarea|iframe|noembed|noframes|xmp"
_TAG = re.compile(rf"(/?)({_NAME}){_ATTRIBUTES}(/?)", re.ASCII)
_OTHER = re.compile(
    rf"""<(?:
        (?i:({_HOLDING})){_ATTRIBUTES}>                           # such an element: its name, its attributes,
            ([^<]*+(?:<(?!!--|/(?:[^a-zA-Z]|(?i:\1)))[^<]*+)*+)   # and what it holds
            </(?i:\1){_SPACE}*+>
      | ({_NAME}){_ATTRIBUTES}(/?)>                               # a start tag that was cut at a `<` or `>` inside it
      | !--(?!-?>)[^-]*+(?:-(?!-(?![-a-zA-Z0-9]))[^-]*+)*+-->
      | !(?i:doctype)[^>]*+>
    )([^<]*+)""",
    re.VERBOSE | re.ASCII,
)
# As a highlighter writes code: with nothing in it but what is to be read. And a formula, whose tags say nothing.
_CODE = re.compile(r'<pre><span></span><code>(?:[^<]++|<span class="[a-z][a-z0-9]{0,2}">[^<]*+</span>)*+</code></pre>')
_MATH = re.compile(r'(?:</?m[a-z]++(?: (?!class=)[a-z]++="[^"<>&]*+")*+/?>[^<]*+)++(?<=>)')
# What is one token: behind which tag, how it ends, and what stands behind it.
_WHOLE = {
    'div class="highlight"': (CODE, "</code></pre>", "<"),
    "math": (MATH, "", "</math>"),
    'math display="block"': (MATH, "", "</math>"),
}
_LINE = re.compile(r"[^\n]*\n")
_SCRIPTS, _ESCAPED = ("script", "style"), ("title", "textarea")
_ALONE = frozenset((*_HOLDING.split("|"), "plaintext"))


def tokens(html: str) -> list[Token]:
    """The start tags, end tags and pieces of text of a page, as `html.parser` tells them one by one.

    A tag that closes itself is two; comments and declarations are none. A piece of highlighted code, or all that is in
    a formula, may be one, and `inside` tells what it holds.

    Args:
        html: a page, or a part of one.
    """
    found = known(html)
    return _Slow(html).found if found is None else found


def known(html: str) -> list[Token] | None:
    """The tokens; None where there is anything of which nobody knows what another version would make."""
    first, *pieces = html.split("<")
    found: list[Token] = [(TEXT, 0, unescape(first), ())] if first else []
    add = found.append
    at = read = len(first)  # where the piece begins, and up to where the page is read
    for piece in pieces:
        if at >= read:
            tag, closed, text = piece.partition(">")
            meaning = _tag(tag) if closed else None
            if meaning is not None:
                kind, name, attributes = meaning
                add((kind, at, name, attributes))
                if text:
                    add((TEXT, at + len(tag) + 2, unescape(text) if "&" in text else text, ()))
                elif tag in _WHOLE and (whole := _whole(html, tag, at + len(tag) + 2)):
                    add((_WHOLE[tag][0], at + len(tag) + 2, whole, ()))
                    read = at + len(tag) + 2 + len(whole)
            else:
                match = _OTHER.match(html, at)
                if match is None or not _others(match, found):
                    return None
                read = match.end()
        at += len(piece) + 1
    return found


@lru_cache(maxsize=4096)
def inside(whole: str) -> tuple[Token, ...]:
    """The tokens of a piece of highlighted code, or of what is in a formula.

    Args:
        whole: the piece, as it is in its token.

    Returns:
        Its tokens, with their offsets in it.
    """
    return tuple(tokens(whole))


def _whole(html: str, tag: str, at: int) -> str:
    """The piece behind a tag that is one token; "" where there is none that can be taken as one."""
    kind, closing, behind = _WHOLE[tag]
    end = html.find(closing + behind, at)
    return whole if end >= at and _simple(kind, whole := html[at : end + len(closing)]) else ""


@lru_cache(maxsize=4096)
def _simple(kind: int, whole: str) -> bool:
    pattern = _CODE if kind == CODE else _MATH
    return pattern.fullmatch(whole) is not None and known(whole) is not None


@lru_cache(maxsize=4096)
def _tag(tag: str) -> tuple[int, str, Attributes] | None:
    """The kind, name and attributes of a tag by what is between `<` and `>`; None where it is not as simple as that."""
    match = _TAG.fullmatch(tag)
    if match is None:
        return None
    end, name, attributes, alone = match.groups()
    name = name.lower()
    if end:
        return None if attributes or alone else (END, name, ())
    return None if alone or name in _ALONE else (START, name, _parts(attributes))


def _others(match: re.Match[str], found: list[Token]) -> bool:
    """Adds the tokens of what is no simple tag, if it can be told what they are."""
    holding, holding_attributes, held, name, attributes, alone, text = match.groups()
    if holding is not None:
        tag = holding.lower()
        if tag not in _SCRIPTS and ("<" in held or ("&" in held and tag not in _ESCAPED)):
            return False
        found.append((START, match.start(), tag, _parts(holding_attributes)))
        if held:
            found.append((TEXT, match.start(3), held if tag in _SCRIPTS else unescape(held), ()))
        found.append((END, match.end(3), tag, ()))
    elif name is not None:
        tag = name.lower()
        if tag in _ALONE:
            return False
        found.append((START, match.start(), tag, _parts(attributes)))
        if alone:
            found.append((END, match.start(), tag, ()))
    if text:
        found.append((TEXT, match.start(7), unescape(text), ()))
    return True


def _parts(attributes: str) -> Attributes:
    """The attributes of a tag one by one."""
    found: list[tuple[str, str | None]] = []
    for name, value in _ONE.findall(attributes):
        value = value.lstrip()
        quoted = value[:1] in ("'", '"')
        found.append((name.lower(), unescape(value[1:-1] if quoted else value) if value else None))
    return tuple(found)


class _Slow(HTMLParser):
    """`html.parser` itself."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[Token] = []
        self._places = Places(html)
        self.feed(html)
        self.close()

    def _add(self, kind: int, text: str, attributes: Attributes = ()) -> None:
        line, column = self.getpos()
        self.found.append((kind, self._places.offset(line, column), text, attributes))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._add(START, tag, tuple(attrs))

    def handle_endtag(self, tag: str) -> None:
        self._add(END, tag)

    def handle_data(self, data: str) -> None:
        self._add(TEXT, data)


class Places:
    """Lines and columns of a page, asked for mostly from its beginning to its end."""

    def __init__(self, html: str) -> None:
        self._html = html
        self._last, self._line = 0, 1  # an offset, and its line

    def at(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        if offset < self._last:
            self._last, self._line = 0, 1
        self._line += self._html.count("\n", self._last, offset)
        self._last = offset
        return self._line, offset - self._html.rfind("\n", 0, offset)

    def offset(self, line: int, column: int) -> int:
        """The offset of a line, from 1, and a column, from 0, as `html.parser` counts them."""
        return self._starts[line - 1] + column

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *accumulate(map(len, _LINE.findall(self._html)))]
