"""The content security policy of a page: what it may load, and which inline scripts it may run.

A policy stands in a `<meta>` of each page, so that it holds on any static host. Inline scripts are named by the digest
of their text; whatever changes a page has to be done before `secure`.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable

from build_tools.errors import BuildError

_POLICY = (
    "default-src 'none'; script-src 'self'{scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; object-src 'none'"
)
_SCRIPT = re.compile(r"<(?i:script)\b(?P<attributes>[^>]*)>(?P<text>.*?)</(?i:script)>", re.DOTALL)
_SOURCE = re.compile(r"\ssrc\s*=", re.IGNORECASE)
_TYPE = re.compile(r"\stype\s*=\s*[\"']?([^\s\"'>]+)", re.IGNORECASE)
# A browser looks for the encoding in the first kilobyte only: where it is named first, it stays first.
_HEAD = re.compile(r"<(?i:head\b[^>]*>(?:\s*<meta\s+charset=[^>]*>)?)")


def runs(kind: str) -> bool:
    """Whether a browser runs a `<script>` of this type; any other type is a block of data."""
    return kind.lower() in ("", "module", "text/javascript", "application/javascript")


def policy(scripts: Iterable[str]) -> str:
    """The policy for a page with these inline scripts, each named once, in an order of its own."""
    digests = {base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in scripts}
    return _POLICY.format(scripts="".join(f" 'sha256-{digest}'" for digest in sorted(digests)))


def secure(page: str) -> str:
    """`page` with its policy at the top of its head, before anything that it governs.

    Raises:
        BuildError: the page has no head.
    """
    scripts = []
    for match in _SCRIPT.finditer(page):
        kind = _TYPE.search(match["attributes"])
        if not _SOURCE.search(match["attributes"]) and runs(kind[1] if kind else ""):
            scripts.append(match["text"])
    head = _HEAD.search(page)
    if head is None:
        raise BuildError("a page of the site has no <head>", "look at the overrides in theme/")
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy(scripts)}">'
    return page[: head.end()] + meta + page[head.end() :]
