"""The words that the generator itself puts on a page, in every language, in one table."""

from __future__ import annotations

from collections.abc import Mapping

ACTIVITIES: Mapping[str, Mapping[str, str]] = {
    "ai-assisted-check": {"ja": "AI アシスタント協力エンジニアリングチェック", "en": "AI-assisted engineering check"},
    "reading": {"ja": "読解", "en": "Reading"},
    "practice": {"ja": "演習", "en": "Practice"},
}

_WORDS: Mapping[str, tuple[str, str]] = {
    # key: (Japanese, English)
    "exercise": ("演習", "Exercise"),
    "hint": ("ヒント", "Hint"),
    "answer": ("模範解答", "Model answer"),
    "criterion": ("合格基準", "Pass criterion"),
    "activity": ("活動", "Activity"),
    "minutes": ("目安時間", "Time"),
    "minutes_unit": ("{} 分", "{} min"),
    "prerequisites": ("前提", "Builds on"),
    "day": ("第 {} 日", "Day {}"),
    "verified": ("検証済み", "Verified"),
    "formula": ("数式", "formula"),
    "ledger": ("このページの検証記録", "How this page was verified"),
    "ledger_note": (
        "このページの値はすべて、サイトを作るたびに右の式で計算し、書かれた値と照合しています。",
        "Every value on this page is computed by its expression whenever the site is built, "
        "and held against what is written.",
    ),
    "literal": ("書かれた値", "As written"),
    "expression": ("式", "Expression"),
    "value": ("計算した値", "Computed"),
    "snippet": ("コード", "Code"),
    "line": ("行", "Line"),
    "page": ("ページ", "Page"),
    "twin": ("もう一つの実装", "Second implementation"),
    "totals": (
        "{claims} 件の主張を {pages} ページで検証しました。",
        "{claims} claims on {pages} pages hold.",
    ),
    "held": (
        "このページの数の内訳：式に結び付けたもの {claimed}、計算が支えるもの {arithmetic}、名前 {name}、"
        "記号を含む式の中 {symbolic}、理由を書いて除外したもの {exempt}。",
        "How this page's numbers are held: {claimed} by expressions, {arithmetic} by arithmetic, {name} are names, "
        "{symbolic} stand in symbolic formulas, {exempt} are exempt with a reason.",
    ),
    "versions": ("実行環境", "Run with"),
    "locator": ("該当箇所", "Where to look"),
    "edition": ("版と確認日", "Edition and date checked"),
    "role": ("役割", "Role"),
    "rationale": ("選んだ理由", "Why this one"),
    "reader": ("読む前に必要なこと", "What you need before reading"),
    "fallback": ("開けないとき", "If you cannot open it"),
    "provides": ("このコースの代わりになる箇所", "In this course instead"),
    "license": ("ライセンス", "Licence"),
    "rights_holder": ("権利者", "Rights holder"),
    "use": ("使い方", "Use here"),
    "access": ("利用条件", "Access"),
    "note": ("注記", "Note"),
    "authors": ("著者", "Authors"),
    "candidates": ("比較対象候補リソースと選定評価 ({})", "Candidates compared, and how they fared ({})"),
    "moving": ("更新されることのあるページです", "This page may change"),
    "pinned": ("版は固定されています", "This version is fixed"),
    "unchecked": ("未確認（NOASSERTION）", "unchecked (NOASSERTION)"),
    "primary-definition": ("原典の定義", "Primary definition"),
    "code-reference": ("コードの参照", "Code reference"),
    "teaching-check": ("教え方の照合", "Teaching check"),
    "link": ("リンクのみ", "Link only"),
    "quote": ("引用", "Quotation"),
    "adapt": ("改変して利用", "Adaptation"),
    "include": ("収録", "Included"),
    "joint": ("併せて採用", "Selected jointly"),
    "deferred": ("見送り（後の回で扱う）", "Deferred"),
    "rejected": ("不採用", "Not selected"),
    "context": ("背景として参照", "Context"),
    "rights": ("権利と利用条件", "Rights and access"),
}
_ORDER = ("ja", "en")


def word(key: str, language: str) -> str:
    """A word or sentence of the interface; in English where the language has none of its own."""
    entry = _WORDS[key]
    return entry[_ORDER.index(language) if language in _ORDER else 1]


def activity(name: str, language: str) -> str:
    """What an activity type is called."""
    names = ACTIVITIES[name]
    return names.get(language, names["en"])
