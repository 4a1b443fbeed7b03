"""Words of citations, of the notes in records, and of the attribution: those that a card does not show already."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, tuple[str, str]] = {
    # key: (Japanese, English)
    "cite.and": ("、", ", and "),
    "cite.et_al": (" ほか", ", et al."),
    "cite.no_date": ("発行年不明", "n.d."),
    "cite.year": ("{}年", "{}"),
    "cite.uncertain": ("［{}？］", "[{}?]"),
    "cite.accessed": ("閲覧日：{}", "accessed {}"),
    "cite.gone": ("{} の時点でリンク切れ", "gone from this address as of {}"),
    # What a title does not say of itself.
    "cite.code": ("ソフトウェア", "software"),
    "cite.course": ("講義", "course"),
    "cite.video": ("動画", "video"),
    # For a person who reads a record in a reference manager.
    "remark.unchecked": ("未確認：{}。", "Not checked: {}."),
    "remark.gone": ("{} の時点でリンク切れ。", "Gone from this address as of {}."),
    # The attribution.
    "attribution.heading": ("帰属表示：{}", "Attribution: {}"),
    "attribution.about": (
        "このコースが頼っている資料ごとに、題名、著者、出典、ライセンス、変更点を記します。"
        "このファイルは、サイトを組み立てるたびに、資料のカードから作り直されます。",
        "For each work that this course relies on: its title, author, source and licence, and what was changed. "
        "Made from the source cards whenever the site is built.",
    ),
    "attribution.this_course": ("このコース", "This course"),
    "attribution.works": ("頼っている資料", "Works that it relies on"),
    "attribution.no_works": ("ありません。", "None."),
    "attribution.title": ("題名", "Title"),
    "attribution.author": ("著者", "Author"),
    "attribution.source": ("出典", "Source"),
    "attribution.part": ("{}。ライセンス：{}。使い方：{}", "{}. Licence: {}. Use: {}"),
    "attribution.use": ("このコースでの使い方", "Use in this course"),
    "attribution.changes": ("変更点", "Changes"),
    "attribution.quoted_in": ("引用しているページ", "Quoted in"),
    "attribution.only_referred": (
        "なし。このコースには、この資料の素材は含まれていません。参照しているだけです。",
        "none. No material of it is in this course; it is only referred to.",
    ),
    "attribution.no_changes": ("なし", "none"),
    "attribution.quoted_unchanged": ("なし（原文のまま引用）", "none (its words are quoted as they stand)"),
    "attribution.unknown": ("不明", "not known"),
    "attribution.own_license": ("独自のもの。原文は出典を参照", "one of its own: see the source"),
    "attribution.license_file": ("ライセンス（ファイル {}）", "Licence (file {})"),
    "attribution.no_license": ("記載なし", "none stated"),
}
