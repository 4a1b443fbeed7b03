"""The SVG element around a figure: its size, its name and its text alternative."""

from __future__ import annotations

from html import escape

from build_tools.figures.lettering import clean, number

_EM = 16  # px of a page's text at a figure's natural size
_LEAST = 0.75  # how far a figure shrinks on a narrow page: its text stays above 10 px
_NARROW = 260  # px that any page has for a figure, inside an exercise too


def canvas(
    kind: str,
    size: tuple[float, float],
    content: str,
    title: str,
    description: str,
    identifier: str,
    role: str = "img",
) -> str:
    """A figure as inline SVG, as wide as the page up to its natural size; what is wider than that scrolls.

    One that may have to scroll has the class `tk-wide`: the box around it must then be reachable by keyboard.

    Args:
        kind: becomes a class.
        size: natural width and height, in px.
        content: the drawing.
        title: its name, as typed.
        description: the text alternative.
        identifier: unique on the page; all ids begin with it.
        role: `img`, or `group` for what holds links.
    """
    width, height = size
    wide = " tk-wide" if width * _LEAST > _NARROW else ""
    name = escape(identifier, quote=True)
    return (
        f'<svg role="{role}" class="tk-svg tk-svg-{kind}{wide}" viewBox="0 0 {number(width)} {number(height)}" '
        f'style="width:{width / _EM:.4g}em;min-width:{width * _LEAST / _EM:.4g}em" '
        f'aria-labelledby="{name}-title" aria-describedby="{name}-desc">'
        f'<title id="{name}-title">{escape(clean(title))}</title>'
        f'<desc id="{name}-desc">{escape(clean(description))}</desc>{content}</svg>'
    )
