"""How each language writes numbers, labels and dates: tables only, read by `literals` and `names`.

A language that has no table of its own reads as English. Japanese pages name English sections, figures and dates too,
so the label patterns of both languages hold everywhere; what differs is units, number words and words that round.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache


def words(text: str) -> tuple[str, ...]:
    """A table of words, written as text."""
    return tuple(text.split())


# Suffixes that abbreviate: an integer with one of them is rounded at it (`162M`, `54 %`, `80 GB`).
SUFFIXES: Mapping[str, Fraction] = {
    **{"K": Fraction(10**3), "k": Fraction(10**3), "M": Fraction(10**6), "B": Fraction(10**9), "T": Fraction(10**12)},
    **{f"{p}B": Fraction(10 ** (3 * i)) for i, p in enumerate(("k", "M", "G", "T", "P"), 1)},
    "KB": Fraction(10**3),
    **{f"{p}iB": Fraction(2 ** (10 * i)) for i, p in enumerate(("K", "M", "G", "T", "P"), 1)},
}  # fmt: skip
PERCENT: Mapping[str, Fraction] = {
    "%": Fraction(1, 100), "‰": Fraction(1, 1000), "percent": Fraction(1, 100), "per cent": Fraction(1, 100),
    "パーセント": Fraction(1, 100), "割": Fraction(1, 10),
}  # fmt: skip
# Words that are part of a number: an integer with one of them is as exact as it is written.
MULTIPLES: Mapping[str, Fraction] = {
    "thousand": Fraction(10**3), "million": Fraction(10**6), "billion": Fraction(10**9), "trillion": Fraction(10**12),
    "百": Fraction(100), "千": Fraction(1000), "万": Fraction(10**4), "百万": Fraction(10**6), "千万": Fraction(10**7),
    "億": Fraction(10**8), "十億": Fraction(10**9), "兆": Fraction(10**12),
    "dozen": Fraction(12), "hundred": Fraction(100),
}  # fmt: skip

MONTHS = words("January February March April May June July August September October November December")

# Names with a number behind a space: `Python 3.11`, `ISO 8601`, `RTX 4090`. Words that name other things too are left
# out (`Word 3`, `Node 2`): a course lists those it uses.
PRODUCTS = words(
    r"""Python CPython PyPy NumPy Numpy numpy SciPy PyTorch torch TensorFlow Keras JAX pandas Pandas scikit-learn
    Matplotlib Jupyter JupyterLab IPython CUDA cuDNN ROCm OpenBLAS Julia Java JavaScript TypeScript Node\.js
    Rust Ruby Perl PHP Scala Kotlin Swift C\+\+ C# Fortran MATLAB Ubuntu Debian Fedora macOS iOS Android Windows
    Linux GNU GCC gcc LLVM Clang CMake Docker Kubernetes Chrome Chromium Firefox Safari HTML CSS HTTP HTTPS TLS
    Unicode PDF MkDocs Sphinx Quarto LaTeX SQLite PostgreSQL MySQL Redis GPT ChatGPT BERT Whisper CLIP Diffusion
    Transformers
    Wi-Fi USB PCIe Bluetooth GPL GPLv LGPL Apache MPL BSD RTX GTX GeForce Radeon Ryzen Xeon Tesla Quadro TPU
    Instinct iPhone Pi ISO IEC IEEE RFC PEP JIS ECMA ANSI WCAG BIP PCI SQuAD GLUE WMT IWSLT COCO VOC ILSVRC
    ImageNet LibriSpeech MMLU CoNLL SemEval TREC OntoNotes MuJoCo EE MIT CMU"""
)
# Their versions have one digit before the dot: `Llama 3.1 8B`; `Phi 49` is a count.
MODELS = words("LLaMA Llama Claude Gemini Gemma Mistral Mixtral Qwen DeepSeek Phi PaLM Imagen Sora Grok")
VENUES = words(
    """NeurIPS NIPS ICLR ICML ACL EMNLP NAACL EACL COLING CVPR ICCV ECCV AAAI IJCAI KDD SIGIR SIGGRAPH UAI AISTATS
    COLT JMLR TMLR WWW CHI PyCon SciPy NLP INTERSPEECH Interspeech ICASSP MICCAI CoRL ICRA COLM TACL"""
)

# Words in front of a numeral that make it a label. A plural takes several numbers: `rows 0 and 1`.
LABELS_EN = words(
    """Section Figure Table Equation Chapter Appendix Algorithm Theorem Lemma Definition Proposition Corollary
    Example Exercise Problem Question Step Part Lecture Lesson Day Week Module Volume Page Row Column Line Item
    Footnote Note Listing Task Slide Remark Claim Assumption Panel Experiment Paragraph Clause Article
    Subsection Scenario Session Homework Assignment Quiz Episode Reference"""
)
# With a capital only: `Case 3`, but `in case 3 heads`.
LABELS_EN_CAPITAL = words(
    """Unit Issue Phase Stage Level Version Number Rule Case Test Type Class Group Model Method Principle Study
    Release Edition Property Fact Condition Option Hint Card Source Box Plate Book Act Room Grade Tier
    Round Track"""
)
LABELS_EN_SHORT = words(
    """Sec Fig Tab Eq Eqn Ch Chap App Alg Thm Lem Def Prop Cor Ex Vol No p pp Ref l ll cf Nr Art Secs Figs Eqs Nos
    Refs"""
)
# With a colon only: `Answer 3: …`; so is `解答 3：…`.
LABELS_COLON = words("Answer answer Solution solution")
# Behind such a number these are counted: `Note 49 tiles`. Most words in -s are verbs there: `Figure 2 plots it`.
NOUNS_EN = words(
    """tiles tokens heads layers rows columns words values elements entries bytes bits epochs items units
    dimensions neurons vectors matrices pixels images hours minutes seconds days weeks months years
    digits characters letters keys queries lines pages questions tasks loaves grams people cells boxes sheets books
    dollars parameters weights models cards students lessons steps batches metres meters inches centimetres"""
)
# What stands between a word and a count, not a label: `on each page 3 figures`.
DETERMINERS = words("this each every that per any one our last first next same whole single a an")
LABELS_JA = words(
    """図 表 式 数式 方程式 付録 定理 補題 命題 定義 例題 例 演習 演習問題 練習問題 問題 設問 問 課題 手順 ステップ
    章 節 リスト コード 脚注 注 注釈 ページ アルゴリズム 講義 レッスン 文献 参考文献 巻 フェーズ パート 行 列
    バージョン モジュール スライド 写真 資料 系 別表 別紙 条 仮定 ケース シナリオ レベル 実験 タスク 選択肢
    条件 項目 性質 練習 セクション ルール グループ クラス タイプ"""
)
# Behind such a number it is a count: `例 2 つ`, `課題 4 件`.
COUNTERS_JA = "|".join(
    words(
        """つ 個 件 本 枚 人 名 問 回 倍 種 割 点 台 年 分 秒 時間 日間 か月 カ月 ヶ月 週 社 校 万 億 千 百 円 ドル %
        組 題 通り 箇所 か所 カ所"""
    )
)


@dataclass(frozen=True, eq=False)  # there is one of each: what is kept of texts is kept for it
class Language:
    """One language's ways with numbers; `names` are the course's own names with digits in them."""

    code: str
    names: tuple[str, ...]
    before: re.Pattern[str]  # words in front of a numeral that round it
    after: re.Pattern[str]  # words behind one that do


_BEFORE = {
    "ja": r"(?:(?<![契予制節要公解規旧婚条集誓特協密黙])約"  # no 契約, but 合計約
    r"|およそ|おおよそ|ほぼ|だいたい|概ね|おおむね|大体|ざっと|ざっくり|概算で)",
    "en": r"(?<![A-Za-z])(?:about|around|approximately|approx\.|roughly|nearly|almost|circa|ca\.|c\.|close to)",
}
# `~20`; but in `5 ~ 6` it joins.
_ROUNDING = r"(?:[≈≃≒≅]|(?<![\d%])(?<![\d%] )[~∼])"
_CURRENCY = r"(?:\\?[$¥€£])?"
# A counter or a unit may stand between the number and the word: `30 人ほど`, `100 トークン程度`.
_AFTER = {
    "ja": r"[\s\x00]*[一-龠ァ-ヶーA-Za-z%つ]{0,6}?[\s\x00]*"
    r"(?:ほど|程度|前後|くらい|ぐらい|近く|弱(?![い点化])|強(?![い化調く]))"
    # `10 余り`, `10 年余り`; a remainder is `10 余り 3`, `3 個余り`
    r"|[\s\x00]*(?:人|名|年|円|日|時間|か月)?[\s\x00]*(?:あまり|余り)(?![\s\x00]*\d|は|が|を|ま)",
    "en": r"\s+or so\b|-ish\b",
}


@cache
def language(code: str, names: tuple[str, ...] = ()) -> Language:
    """The tables of a language.

    Args:
        code: its code; one without tables of its own reads as English.
        names: the course's own names with digits in them, such as `GPT-2`.
    """
    words = "|".join(dict.fromkeys((_BEFORE.get(code, _BEFORE["en"]), _BEFORE["en"])))
    tail = _AFTER.get(code, _AFTER["en"])
    before = re.compile(rf"(?:{words}|{_ROUNDING})[\s\x00]*{_CURRENCY}\Z", re.IGNORECASE)
    return Language(code, names, before, re.compile(tail))
