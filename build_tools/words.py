"""The words that the generator itself puts on a page, in every language; those of cards stand apart."""

from __future__ import annotations

from collections.abc import Mapping

from build_tools.cardwords import CARDS, SCRIPTED_CARDS

ACTIVITIES: Mapping[str, Mapping[str, str]] = {
    "ai-assisted-check": {"ja": "AI アシスタント協力エンジニアリングチェック", "en": "AI-assisted engineering check"},
    "reading": {"ja": "読解", "en": "Reading"},
    "practice": {"ja": "演習", "en": "Practice"},
}

_WORDS: Mapping[str, tuple[str, str]] = {
    # key: (Japanese, English)
    **CARDS,
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
    "figure.comma": ("、", ", "),
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
# The words that scripts show; `{}` is filled in order. predict.*: exercises; record.*: the record; copy.*: tables;
# sources.*: the sources.
_SCRIPT_WORDS: Mapping[str, tuple[str, str]] = {
    **SCRIPTED_CARDS,
    "predict.title": ("あなたの予測", "Your prediction"),
    "predict.grid_help": (
        "矢印キーと Enter で移れます。表計算ソフト、NumPy、TeX の行は、まとめて貼り付けられます。",
        "Arrow keys and Enter move between the fields. Rows from a spreadsheet, NumPy or TeX can be pasted whole.",
    ),
    "predict.forms": (
        "4、4.0、１／３、1e-3、50%、236万、2,359,296 のように書けます。",
        "Write numbers as you like: 4, 4.0, 1/3, 1e-3, 50%, 2.36 million, 2,359,296.",
    ),
    "predict.unreadable": ("数として読めません", "Not read as a number"),
    "predict.field": ("{} 番目の値", "Value {}"),
    "predict.text": ("自分の言葉での説明", "Your explanation, in your own words"),
    "predict.notes": ("どう考えたか（任意）", "How you got there (optional)"),
    "predict.confidence": ("自信のほど（任意）", "How sure you are (optional)"),
    "predict.clear": ("選択を消す", "Clear"),
    "predict.commit": ("予測を確定する", "Commit the prediction"),
    "predict.skip": ("予測せずに模範解答を開く", "Open the answer without a prediction"),
    "predict.saved": ("下書きを保存しました", "Draft saved"),
    "predict.nothing": ("まだ何も書かれていません。", "Nothing is written yet."),
    "predict.blank": ("空欄が {} か所あります。", "Fields left blank: {}."),
    "predict.unread": ("数として読めないところが {} か所あります。", "Fields not read as a number: {}."),
    "predict.ask": ("このまま確定しますか。", "Commit it as it is?"),
    "predict.ask_yes": ("このまま確定する", "Commit as it is"),
    "predict.ask_no": ("戻って書く", "Go back and fill in"),
    "predict.committed": ("確定した予測", "Your committed prediction"),
    "predict.locked": ("{} に確定（書き換え不可）", "Committed {} and locked"),
    "predict.score": ("{} 個の値のうち、{} 個が一致しました。", "Of {} values, {} match."),
    "predict.score_near": ("ほかに {} 個が、書いた桁まで一致しています。", "{} more match at the digits you wrote."),
    "predict.right": ("一致", "matches"),
    "predict.near": ("書いた桁まで一致", "matches at the digits you wrote"),
    "predict.near_cell": ("桁まで一致", "to your digits"),
    "predict.wrong": ("相違", "differs"),
    "predict.empty": ("空欄", "blank"),
    "predict.yours": ("予測", "yours"),
    "predict.verified": ("検証済みの値", "verified"),
    "predict.own_notes": ("考え方", "How you got there"),
    "predict.layers": ("上があなたの予測、下が検証済みの値です。", "Your prediction above, the verified value below."),
    "predict.read_on": (
        "下の模範解答と合格基準に照らして、自分で確かめてください。",
        "Now hold it against the model answer and the pass criterion below.",
    ),
    "predict.assess": ("合格基準に照らすと", "Against the pass criterion"),
    "predict.met": ("満たした", "Met"),
    "predict.partly": ("一部満たした", "Partly met"),
    "predict.not-yet": ("まだ満たしていない", "Not yet met"),
    "predict.assessed": ("自己評価を保存しました", "Self-assessment saved"),
    "predict.again": ("もう一度予測する", "Try again"),
    "predict.continue": ("下書きの続きを書く", "Continue your draft"),
    "predict.back": ("確定した予測に戻る", "Back to the committed prediction"),
    "predict.earlier": ("これまでの予測（{}）", "Earlier attempts ({})"),
    "predict.short_score": ("{} 個中 {} 個が一致", "of {} values, {} match"),
    "predict.near_count": ("≈ {} 個", "≈ {}"),
    "predict.confident": ("自信 {}%", "{}% sure"),
    "predict.hints": ("ヒント {} 個", "hints opened: {}"),
    "predict.written": ("説明を書いた", "explanation written"),
    "predict.skipped": (
        "{} に、予測を書かずに模範解答を開きました。",
        "The answer was opened without a prediction on {}.",
    ),
    "predict.skipped_short": ("予測せずに解答を開いた", "answer opened without a prediction"),
    "predict.changed": (
        "この予測のあとで、問う値の式が {} から {} に変わりました。下の比較は、確定したときの値とのものです。",
        "Since this prediction the exercise has changed: it asked for {} and now asks for {}. "
        "The comparison below is with the values of that time.",
    ),
    "predict.revised": (
        "この予測のあとで、検証済みの値が変わりました。下の比較は、確定したときの値とのものです。",
        "The verified values have changed since this prediction. The comparison below is with the values of that time.",
    ),
    "predict.check": ("アシスタントと確かめる", "Check it with your assistant"),
    "predict.check_note": (
        "課題と予測を、自分の AI アシスタントに渡すプロンプトです。"
        "答えは含まれず、考え方だけを確かめるように頼みます。",
        "A prompt for your own AI assistant, with the task and your prediction. The answer is not in it: "
        "it asks the assistant to check your reasoning only.",
    ),
    "predict.copy": ("プロンプトをコピー", "Copy the prompt"),
    "predict.copied": ("コピーしました", "Copied"),
    "predict.not_copied": (
        "コピーできませんでした。下の文を選んで、コピーしてください。",
        "It could not be copied. Select the text below and copy it.",
    ),
    "predict.show_prompt": ("プロンプトを見る", "Show the prompt"),
    "predict.prompt_role": (
        "あなたは、私の学習の考え方を確かめる相手です。次の決まりを守ってください。",
        "You are checking the reasoning of a learner: me. Keep to these rules.",
    ),
    "predict.prompt_rules": (
        "- 正解の値や模範解答を言わない。私が尋ねても言わない。\n"
        "- 私の予測と考え方を一段ずつ確かめ、筋の通らない段があれば、値ではなく、どの段かを示す。\n"
        "- 足りない説明は、一度に一つずつ問い返す。\n"
        "- 私が自分で直したら、その段だけをもう一度確かめる。\n"
        "- あなたの確認も間違うことがある。根拠を式か定義で示す。",
        "- Do not state the correct values or a model answer, even if I ask for them.\n"
        "- Go through my prediction and reasoning step by step. Where a step does not follow, "
        "say which step it is, not what the value should be.\n"
        "- Where an explanation is missing, ask me back, one question at a time.\n"
        "- When I have corrected a step myself, check that step again.\n"
        "- Your check can be wrong too: give the formula or definition that it rests on.",
    ),
    "predict.prompt_task": ("課題", "Task"),
    "predict.prompt_givens": ("与えられた値", "Given values"),
    "predict.prompt_prediction": ("私の予測（{} に確定）", "My prediction (committed {})"),
    "predict.prompt_notes": ("私の考え方", "How I got there"),
    "predict.prompt_confidence": ("私の自信：{}%", "How sure I am: {}%"),
    "predict.prompt_blank": ("（空欄）", "(left blank)"),
    "predict.prompt_end": (
        "まず、私の考え方を一つ問い返すところから始めてください。",
        "Begin by asking me back about one step of my reasoning.",
    ),
    "predict.problem_disabled": (
        "このブラウザーでは記録を保存できません（保存が無効です）。"
        "このページを開いている間は残ります。閉じる前に、ファイルに書き出してください。",
        "This browser does not let the page store anything. Your record is kept while this page stays open: "
        "save it to a file before you leave.",
    ),
    "predict.problem_full": (
        "ブラウザーの保存領域がいっぱいで、新しい記録を保存できません。このページを開いている間は残ります。"
        "閉じる前にファイルに書き出し、あとで予測記録のページから読み込んでください。",
        "The browser's storage is full, so what is new is not stored. It is kept while this page stays open: "
        "save it to a file before you leave, and import it later on the prediction record page.",
    ),
    "predict.problem_corrupt": (
        "保存されていた記録に、読めないところがありました。読めたものはそのまま使い、"
        "元の文は消さずに残しています。予測記録のページから書き出せます。",
        "Parts of the stored record could not be read. What could be read is in use, and the original text is kept: "
        "it can be exported from the prediction record page.",
    ),
    "predict.problem_newer": (
        "保存されている記録は、このページより新しい版のものです。上書きしないように、ここでの変更は保存しません。"
        "ページを再読み込みしても変わらなければ、ファイルに書き出してください。",
        "The stored record comes from a newer version of this site. So as not to overwrite it, nothing is stored from "
        "here. Reload the page; if this remains, save your record to a file.",
    ),
    "predict.export": ("記録をファイルに書き出す", "Save the record to a file"),
    "predict.export_unread": ("読めなかった元の文を書き出す", "Save the original text to a file"),
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
    "copy.as": ("コピー：", "Copy as"),
    "copy.table": ("この表をコピー", "Copy this table"),
    "copy.named": ("表「{}」をコピー", "Copy the table “{}”"),
    "copy.form": ("{} としてコピー", "Copy as {}"),
    "copy.done": ("{} としてコピーしました", "Copied as {}"),
    "copy.failed": (
        "{} をコピーできませんでした。下の文を選んで、コピーしてください。",
        "The {} could not be copied. Select the text below and copy it.",
    ),
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


def for_scripts(language: str) -> dict[str, str]:
    """The words that scripts show on a page, in its language."""
    column = _ORDER.index(language) if language in _ORDER else 1
    return {key: entry[column] for key, entry in _SCRIPT_WORDS.items()}
