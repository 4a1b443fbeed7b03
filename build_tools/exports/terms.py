"""The words that only exports use, in every language; those that pages show as well are in `words`."""

from __future__ import annotations

from collections.abc import Mapping

_TERMS: Mapping[str, tuple[str, str]] = {
    # key: (Japanese, English)
    "and": ("、", ", and "),
    "et-al": (" ほか", ", et al."),
    "no-date": ("発行年不明", "n.d."),
    "year": ("{}年", "{}"),
    "uncertain": ("［{}？］", "[{}?]"),
    "accessed": ("閲覧日：{}", "accessed {}"),
    "gone": ("{} の時点でこのアドレスには無い", "gone from this address as of {}"),
    "commit": ("コミット {}", "commit {}"),
    # What a title does not say of itself.
    "code": ("ソフトウェア", "software"),
    "course": ("講義", "course"),
    "video": ("動画", "video"),
    # For a person who reads a record in a reference manager.
    "unchecked-fields": ("未確認：{}。", "Not checked: {}."),
    "stated": ("{}（{}）", "{} ({})"),
    "separator": ("、", ", "),
    "gone-note": (
        "{} の時点で、このアドレスには無い。",
        "Gone from this address as of {}.",
    ),
    # The attribution.
    "attribution": ("帰属表示：{}", "Attribution: {}"),
    "attribution-about": (
        "このコースが拠りどころとする作品ごとに、題名、著者、出典、ライセンス、変更点を記します。"
        "サイトを作るたびに、出典カードから作られます。",
        "For each work that this course relies on: its title, author, source and licence, and what was changed. "
        "Made from the source cards whenever the site is built.",
    ),
    "this-course": ("このコース", "This course"),
    "works": ("拠りどころとする作品", "Works that it relies on"),
    "no-works": ("ありません。", "None."),
    "title": ("題名", "Title"),
    "author": ("著者", "Author"),
    "source": ("出典", "Source"),
    "part": ("{}。ライセンス：{}。使い方：{}", "{}. Licence: {}. Use: {}"),
    "changes": ("変更点", "Changes"),
    "quoted-in": ("引用しているページ", "Quoted in"),
    "contained": ("このコースにあるもの", "In this course"),
    "contained-part": ("{}（{}、{}）", "{} ({}, {})"),
    "contained-whole": ("{}（{}）", "{} ({})"),
    "only-referred": (
        "このコースには、この作品の素材は含まれていません。参照しているだけです。",
        "No material of it is in this course; it is only referred to.",
    ),
    "no-changes": ("なし", "none"),
    "quoted-unchanged": ("なし（言葉を変えずに引用）", "none (its words are quoted as they stand)"),
    "value-not-checked": ("{}（未確認）", "{} (not checked)"),
    "unknown": ("不明", "not known"),
    "own-licence": ("{}（独自のもの。原文は出典を参照）", "{} (one of its own: see the source)"),
    "licence-file": ("ライセンス（ファイル {}）", "Licence (file {})"),
    "no-licence": ("書かれていません", "none stated"),
}
_ORDER = ("ja", "en")


def term(key: str, code: str) -> str:
    """A word or sentence; in English where the language has none of its own."""
    return _TERMS[key][_ORDER.index(code) if code in _ORDER else 1]
