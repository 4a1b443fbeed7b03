"""The files at the site's root, which belong to no language: the door, the page not found, the map."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from urllib.parse import quote, urlsplit

_NAMES = {"ja": "日本語", "en": "English"}
_NOT_FOUND = {"ja": "このページは見つかりません。", "en": "This page was not found."}
_STYLE = """<style>
:root { color-scheme: light dark }
body { background: light-dark(#fdfcf9, #161b1c); color: light-dark(#24302f, #dbe3e0); margin: 0; min-height: 100vh;
  display: grid; place-content: center; text-align: center; line-height: 1.9;
  font-family: system-ui, "Hiragino Sans", "Noto Sans CJK JP", "Noto Sans JP", "Yu Gothic", Meiryo, sans-serif }
h1 { font-size: 1.4rem; font-weight: 600; letter-spacing: .04em }
p { margin: .3rem 1rem }
a { color: light-dark(#1f5f5b, #8fd0c8); font-size: 1.1rem; padding: .5rem 1rem; display: inline-block }
</style>"""
_DOOR = """<script>
{
  const known = %(codes)s;
  let last = "";
  try { last = localStorage.getItem("tashikame.language") ?? "" } catch { /* nothing is stored here */ }
  const wanted = [last, ...navigator.languages].map((tag) => tag.toLowerCase().split("-")[0]);
  const language = wanted.find((tag) => known.includes(tag)) ?? known[0];
  location.replace(language + "/" + location.search + location.hash);
}
</script>"""
# The server answers with this page at any depth. Where the site's address is not known, it is found in the page's own.
_WAY_BACK = """<script>
{
  const found = location.pathname.match(/^(.*?\\/)(?:%(codes)s)\\//);
  for (const link of found ? document.querySelectorAll("a[hreflang]") : []) link.href = found[1] + link.hreflang + "/";
}
</script>"""


def files(codes: Sequence[str], pages: Mapping[str, frozenset[str]], title: str, address: str) -> dict[str, str]:
    """The root's files by name.

    Args:
        codes: the languages, the first one being the one for readers of none of them.
        pages: the HTML files of each language, relative to its folder.
        title: the site's name, in all its languages.
        address: where the site will stand (`https://example.org/course`), or empty where that is not known.
    """
    return {
        "index.html": _page(title, _links(codes, ""), _DOOR % {"codes": json.dumps(list(codes))}),
        "404.html": _not_found(codes, address),
        "sitemap.xml": _map(codes, pages, address),
        "robots.txt": "User-agent: *\nAllow: /\n" + (f"Sitemap: {address}/sitemap.xml\n" if address else ""),
        # Without it GitHub Pages leaves out folders that start with an underscore.
        ".nojekyll": "",
    }


def _links(codes: Sequence[str], base: str) -> str:
    return "\n".join(
        f'<p><a href="{base}{code}/" hreflang="{code}" lang="{code}">{_NAMES.get(code, code)}</a></p>' for code in codes
    )


def _not_found(codes: Sequence[str], address: str) -> str:
    sentences = "\n".join(f'<p lang="{code}">{_NOT_FOUND[code]}</p>' for code in codes if code in _NOT_FOUND)
    base = f"{urlsplit(address).path}/" if address else ""
    script = "" if address else _WAY_BACK % {"codes": "|".join(codes)}
    return _page("404", f"{sentences}\n{_links(codes, base)}", script, robots="noindex")


def _page(title: str, body: str, script: str, *, robots: str = "") -> str:
    meta = f'<meta name="robots" content="{robots}">\n' if robots else ""
    # A page that names no icon has a browser ask for one at the host's root, which may be somebody else's.
    return f"""<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
{meta}<title>{escape(title)}</title>
{_STYLE}
</head>
<body>
<main>
<h1>{escape(title)}</h1>
{body}
</main>
{script}
</body>
</html>
"""


def _map(codes: Sequence[str], pages: Mapping[str, frozenset[str]], address: str) -> str:
    """Every page with its other languages: absolute where the site's address is known, else relative to the map."""

    def place(code: str, name: str) -> str:
        return f"{address}/{code}/{quote(name.removesuffix('index.html'))}".lstrip("/")

    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append(
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">'
    )
    for code in codes:
        for name in sorted(pages[code]):
            others = "".join(
                f'<xhtml:link rel="alternate" hreflang="{other}" href="{place(other, name)}"/>'
                for other in codes
                if name in pages[other]
            )
            lines.append(f"<url><loc>{place(code, name)}</loc>{others}</url>")
    return "\n".join((*lines, "</urlset>", ""))
