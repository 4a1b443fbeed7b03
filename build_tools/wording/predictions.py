"""Words of exercises: a learner's prediction, and how it compares with what is verified."""

from __future__ import annotations

from collections.abc import Mapping

SCRIPTED: Mapping[str, tuple[str, str]] = {
    # key: (Japanese, English)
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
}
