"""Words of the prediction record: what a learner has predicted so far, and its files."""

from __future__ import annotations

from collections.abc import Mapping

SCRIPTED: Mapping[str, tuple[str, str]] = {
    # key: (Japanese, English)
    "record.title": ("予測記録", "Prediction record"),
    "record.empty": ("まだ何も記録されていません", "Nothing is recorded yet"),
    "record.empty_note": (
        "演習では、模範解答を開く前に、自分の予測を書きます。確定した予測は、結果とともにここに並びます。",
        "In each exercise you write a prediction before you see the answer. "
        "Once committed, it is gathered here together with how it came out.",
    ),
    "record.begin": ("「{}」から始める", "Begin with “{}”"),
    "record.total_predicted": ("予測した演習", "Exercises predicted"),
    "record.total_right": ("最初の予測で正解", "Right at the first try"),
    "record.total_reflections": ("書いたひとこと", "Reflections written"),
    "record.total_calibration": ("自信 → 正解の割合", "How sure → how often right"),
    "record.lessons": ("レッスンごとの記録", "Lesson by lesson"),
    "record.predicted": ("予測済み {} / {}", "{} of {} predicted"),
    "record.all_predicted": ("すべて予測済み {} / {}", "all predicted, {} of {}"),
    "record.first_tries": ("最初の予測で正解 {}", "right at the first try: {}"),
    "record.open": ("未予測", "not predicted yet"),
    "record.drafted": ("下書きあり", "draft begun"),
    "record.skipped": ("予測せずに模範解答を開いた", "skipped: the answer was opened without a prediction"),
    "record.to_exercise": ("この演習を開く", "Go to the exercise"),
    "record.matched": ("一致 {} / {}", "{} of {} match"),
    "record.attempt": ("{} 回目", "Attempt {}"),
    "record.confidence": ("自信", "Confidence"),
    "record.hints": ("使ったヒント", "Hints used"),
    "record.assessment": ("自己評価", "Self-assessment"),
    "record.notes": ("どう考えたか", "How you got there"),
    "record.comparison": ("予測と、そのときの検証済みの値", "Your prediction beside the verified values of that time"),
    "record.value": ("値", "Value"),
    "record.answer": ("予測", "Prediction"),
    "record.verified": ("検証済みの値", "Verified"),
    "record.result": ("結果", "Result"),
    "record.asked_then": ("このときに問われていた値の式：", "At that time the exercise asked for:"),
    "record.reflection": ("自分の言葉で", "In your own words"),
    "record.reflection_title": ("ひとこと", "In your own words"),
    "record.unwritten": ("未記入", "not written yet"),
    "record.autosave": (
        "書いたものは、このブラウザーに自動で保存されます。",
        "What you write is saved in this browser by itself.",
    ),
    "record.saved": ("保存しました", "Saved"),
    "record.saved_at": ("{} に保存", "Saved {}"),
    "record.unsaved": (
        "保存できませんでした。このページを開いている間は残ります。",
        "It could not be stored. It is kept while this page stays open.",
    ),
    "record.earlier_reflections": ("以前に書いたもの（{}）", "Earlier versions ({})"),
    "record.gone": ("今のコースにない記録", "No longer in the course"),
    "record.gone_note": (
        "これらの演習やレッスンは、今のコースにはありません。記録は残してあります。",
        "The course has changed since, and these exercises or lessons are not in it any more. What you wrote is kept.",
    ),
    "record.rescued": (
        "以前に保存されていた記録に、読めないところがありました。元の文は消さずに残しています。",
        "Parts of an earlier record could not be read. Its original text is kept.",
    ),
    "record.discard": ("元の文を消す", "Delete that text"),
    "record.calibration": ("自信と結果", "How sure, and how right"),
    "record.calibration_none": (
        "予測に自信のほどを付けると、どれだけ当たっていたかがここに出ます。",
        "Note how sure you are with a prediction, and this shows how that compares with the results.",
    ),
    "record.calibration_means": (
        "自信を付けた最初の予測は {} 件で、自信の平均は {}%、正解は {} 件（{}%）でした。",
        "First predictions with a confidence: {}. On average you were {}% sure; right: {} ({}%).",
    ),
    "record.calibration_over": (
        "実際の結果より、自信が高めでした。",
        "You were more sure than the results bear out: over-confident.",
    ),
    "record.calibration_under": (
        "実際の結果より、自信が控えめでした。",
        "You were less sure than the results allow: under-confident.",
    ),
    "record.calibration_fit": (
        "自信と結果は、ほぼ釣り合っています。",
        "How sure you were and how often you were right go well together.",
    ),
    "record.calibration_few": (
        "件数が少ないうちは、まだ確かなことは言えません。",
        "So few predictions say little: take it as a first hint.",
    ),
    "record.calibration_note": (
        "数えるのは、各演習の最初の予測だけです。値の予測は、書いた桁まで全部が一致すれば正解とし、"
        "説明の予測は、自己評価が「満たした」なら正解とします。",
        "Only the first prediction of each exercise counts. Values count as right when all of them match at the digits "
        "you wrote, an explanation when you assessed it as met.",
    ),
    "record.calibration_caption": ("自信の段階ごとの結果", "Results by confidence"),
    "record.predictions": ("予測", "Predictions"),
    "record.came_right": ("正解", "Right"),
    "record.share": ("正解の割合", "Share right"),
    "record.plot": (
        "図：横軸は自信、縦軸は正解の割合。点線は両者が等しいところ。",
        "Picture: confidence across, share right upwards; on the dotted line the two are equal.",
    ),
    "record.plot_point": ("自信 {}%：{} 件のうち正解 {} 件。", "{}% sure: {} predictions, {} right."),
    "record.axis_confidence": ("自信（%）", "Confidence (%)"),
    "record.axis_share": ("正解の割合（%）", "Share right (%)"),
    "record.files": ("記録の保管と持ち運び", "Keep it, move it, erase it"),
    "record.export": ("書き出す", "Export"),
    "record.export_note": (
        "ブラウザーのデータを消すと、記録も消えます。JSON は、ほかの端末に読み込めます。"
        "CSV は表計算用、Markdown は読むためのものです。",
        "Clearing the browser's data clears the record too. JSON can be imported on another device, "
        "CSV is for a spreadsheet, Markdown for reading.",
    ),
    "record.export_json": ("JSON で保存", "Save as JSON"),
    "record.export_csv": ("CSV で保存", "Save as CSV"),
    "record.export_markdown": ("Markdown で保存", "Save as Markdown"),
    "record.exported": ("{} に書き出し", "Exported {}"),
    "record.import": ("読み込む", "Import"),
    "record.import_note": (
        "JSON で保存した記録を、今の記録に加えます。今ある記録は消えません。",
        "Adds a record that was saved as JSON to this one. Nothing that is here is lost.",
    ),
    "record.import_file": ("記録のファイル", "File of a record"),
    "record.imported": ("読み込みました。追加 {} 件、更新 {} 件。", "Imported: {} added, {} updated."),
    "record.imported_nothing": (
        "新しいものはありませんでした。すべて、すでにここにあります。",
        "Nothing new was in it: all of it is here already.",
    ),
    "record.import_refused": (
        "形式に合わず、読み込まなかったところが {} か所あります。",
        "Left out, because not in the form of a record: {}.",
    ),
    "record.and_more": ("ほか {} か所", "and {} more"),
    "record.import_large": (
        "{} は大きすぎて、予測記録のファイルではありません。何も変えていません。",
        "{} is too large to be a prediction record. Nothing was changed.",
    ),
    "record.import_json": (
        "{} は JSON として読めません。何も変えていません。",
        "{} cannot be read as JSON. Nothing was changed.",
    ),
    "record.import_form": (
        "{} は予測記録のファイルではありません。何も変えていません。",
        "{} is no file of a prediction record. Nothing was changed.",
    ),
    "record.import_newer": (
        "{} は、このページより新しい版の記録です。ページを再読み込みしてから、もう一度試してください。"
        "何も変えていません。",
        "{} comes from a newer version of this site. Reload the page and try again. Nothing was changed.",
    ),
    "record.erasing": ("すべて消す", "Erase"),
    "record.erasing_note": (
        "このブラウザーにある予測、ひとこと、下書きを、すべて消します。",
        "Deletes every prediction, reflection and draft in this browser.",
    ),
    "record.erase": ("すべて消す…", "Erase everything…"),
    "record.erase_ask": (
        "本当にすべて消しますか。元には戻せません。先に JSON で保存しておくと、あとで読み込めます。",
        "Really erase everything? It cannot be undone. Saved as JSON first, it can be imported again.",
    ),
    "record.erase_export": ("先に JSON で保存", "Save as JSON first"),
    "record.erase_yes": ("すべて消す", "Erase everything"),
    "record.erase_no": ("やめる", "Keep it"),
    "record.erased": ("すべて消しました。", "Everything is erased."),
    "record.erase_failed": (
        "消せませんでした。ブラウザーの設定から、このサイトのデータを消してください。",
        "It could not be erased. Clear this site's data in the browser's settings.",
    ),
    "record.csv_lesson": ("レッスン ID", "lesson"),
    "record.csv_lesson_title": ("レッスン", "lesson title"),
    "record.csv_exercise": ("演習 ID", "exercise"),
    "record.csv_exercise_title": ("演習", "exercise title"),
    "record.csv_attempt": ("回", "attempt"),
    "record.csv_time": ("日時（UTC）", "time (UTC)"),
    "record.csv_expression": ("式", "expression"),
    "record.csv_value": ("値", "value"),
    "record.csv_answer": ("予測", "prediction"),
    "record.csv_verified": ("検証済みの値", "verified"),
    "record.csv_result": ("結果", "result"),
    "record.csv_confidence": ("自信", "confidence"),
    "record.csv_hints": ("使ったヒント", "hints used"),
    "record.csv_assessment": ("自己評価", "self-assessment"),
    "record.csv_notes": ("どう考えたか", "notes"),
}
