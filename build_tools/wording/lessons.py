"""Words of lessons and their tables, figures, verification and notebooks, and of copying."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, tuple[str, str]] = {
    # key: (Japanese, English)
    "exercise": ("演習", "Exercise"),
    "hint": ("ヒント", "Hint"),
    "answer": ("模範解答", "Model answer"),
    "criterion": ("合格基準", "Pass criterion"),
    "activity": ("活動", "Activity"),
    "activity.ai-assisted-check": ("AI アシスタント協力エンジニアリングチェック", "AI-assisted engineering check"),
    "activity.reading": ("読解", "Reading"),
    "activity.practice": ("演習", "Practice"),
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
    "in_ledger": ("このページの検証記録で見る", "See it in this page's record"),
    "values": ("値", "Values"),
    "reflection": ("ひとこと", "In your own words"),
    "notebook": ("ノートブック", "Notebook"),
    "notebook_open": ("開く", "open"),
    "notebook_download": ("ダウンロード", "download"),
    "notebook_title": ("ノートブック：{}", "Notebook: {}"),
    "notebook_lesson": ("レッスンのページ", "The lesson's page"),
    "notebook_of": ("レッスン", "Lesson"),
    "notebook_back": ("このレッスンに戻る", "back to the lesson"),
    "notebook_output": ("出力", "output"),
    "notebook_note": (
        "このノートブックは、同じ名前のレッスンから作られています。出力は検証済みの値です。上から順に実行できます。",
        "This notebook is made from the lesson of the same name. Its outputs are verified values. "
        "Run it from top to bottom.",
    ),
    "notebook_needs": ("必要なパッケージ：{}。", "It needs the package {}."),
    "notebook_rest": (
        "このレッスンの値を計算する、残りのコードです。",
        "The rest of the code that computes this lesson's values.",
    ),
    "exercises": ("演習 {} 問", "{} exercises"),
    "exercises_one": ("演習 {} 問", "{} exercise"),
    "record_needs_script": (
        "予測記録を表示するには、JavaScript が必要です。レッスンは、JavaScript がなくても読めます。",
        "The prediction record needs JavaScript. The lessons can be read without it.",
    ),
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
    # The text alternatives of figures.
    "figure.columns": ("列：{}。", "Columns: {}."),
    "figure.row": ("{} 行目", "Line {}"),
    "figure.row_values": ("{}：{}。", "{}: {}."),
    "figure.panel": ("パネル {}。", "Panel {}."),
    "figure.extent": ("パネル数 {}、行数 {}、列数 {}。", "Panels: {}; rows: {}; columns: {}."),
    "figure.range": ("値は {} から {} までです。", "The values run from {} to {}."),
    "figure.infinite": ("有限でない値：{} 個。", "Values that are not finite: {}."),
    "figure.open": ("通す", "open"),
    "figure.blocked": ("遮る", "blocked"),
    "figure.mask_extent": ("行数 {}、列数 {}。通すセルは {} 個です。", "Rows: {}; columns: {}; open cells: {}."),
    "figure.mask_lower": (
        "対角線とその左下は通し、右上は遮ります。",
        "Open on the diagonal and below it, blocked above it.",
    ),
    "figure.mask_upper": (
        "対角線とその右上は通し、左下は遮ります。",
        "Open on the diagonal and above it, blocked below it.",
    ),
    "figure.shape": ("{} 番目", "Shape {}"),
    "figure.shape_1": ("{}：ベクトル、長さ {}。", "{}: a vector of length {}."),
    "figure.shape_2": ("{}：行列 {}（行 × 列）。", "{}: a matrix, {} (rows × columns)."),
    "figure.shape_3": ("{}：{}（枚 × 行 × 列）の配列。", "{}: an array, {} (sheets × rows × columns)."),
    "figure.faithful": ("辺の長さは比例しています。", "Sides are drawn in proportion."),
    "figure.compressed": ("辺の長さの差は縮めてあります。", "Long sides are shortened, not to scale."),
    "figure.parts": ("全体 {} を {} 個に分けています。", "The whole, {}, in {} parts."),
    "figure.parts_total": ("{} 個、合計 {}", "{} parts, {} in all"),
    "figure.list": ("順に {}。", "In order: {}."),
    "figure.compressed_widths": ("幅の差は縮めてあります。", "Widths are not to scale."),
    "figure.map": ("前提の地図", "Map of prerequisites"),
    "figure.map_size": ("{} 件のレッスンと、その前提のつながり。", "{} lessons, and what each builds on."),
    "figure.map_none": ("{}：前提なし。", "{}: builds on nothing here."),
    "figure.map_needs": ("{}：前提は {}。", "{}: builds on {}."),
    "figure.map_here": ("このページ", "this page"),
    "figure.map_done": ("完了", "done"),
    "figure.map_absent": ("このサイトには未収録", "not on this site"),
}
# The words that scripts show; `{}` is filled in order.
SCRIPTED: Mapping[str, tuple[str, str]] = {
    "copy.as": ("コピー：", "Copy as"),
    "copy.table": ("この表をコピー", "Copy this table"),
    "copy.named": ("表「{}」をコピー", "Copy the table “{}”"),
    "copy.form": ("{} としてコピー", "Copy as {}"),
    "copy.copied": ("コピーしました", "Copied"),
    "copy.by_hand": (
        "コピーできませんでした。下の文を選んで、コピーしてください。",
        "It could not be copied. Select the text below and copy it.",
    ),
    "copy.done": ("{} としてコピーしました", "Copied as {}"),
    "copy.failed": (
        "{} をコピーできませんでした。下の文を選んで、コピーしてください。",
        "The {} could not be copied. Select the text below and copy it.",
    ),
}
