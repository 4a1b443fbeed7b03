"""What the lessons of a synthetic course say, in both languages: tables only, read by `lessons`.

`<mean|.2f>` stands for a claim: the value of an expression in a format. `{plant}` is a plant of the lesson.
"""

from __future__ import annotations

# (Japanese, English)
PLANTS = (
    ("トマト", "tomatoes"),
    ("きゅうり", "cucumbers"),
    ("なす", "aubergines"),
    ("かぼちゃ", "pumpkins"),
    ("えんどう", "peas"),
    ("そらまめ", "broad beans"),
    ("ほうれんそう", "spinach"),
    ("だいこん", "radishes"),
    ("にんじん", "carrots"),
    ("たまねぎ", "onions"),
    ("じゃがいも", "potatoes"),
    ("さつまいも", "sweet potatoes"),
    ("とうもろこし", "maize"),
    ("レタス", "lettuces"),
    ("キャベツ", "cabbages"),
    ("いちご", "strawberries"),
)
THEMES = (
    ("収穫を数える", "counting what was harvested"),
    ("畝を比べる", "comparing the beds"),
    ("値打ちを見積もる", "estimating what it is worth"),
    ("似た畝を探す", "finding beds that are alike"),
    ("割合で考える", "thinking in shares"),
    ("庭をひと回りする", "walking around the garden"),
)
# What is said without a number.
PROSE = (
    (
        "この回では、{plant}の畝から何がとれたかを、自分の手で数え直します。",
        "In this lesson you count again, by hand, what the beds of {plant} gave.",
    ),
    (
        "一度に答えを書かず、和を一つずつ書き出してください。どこで考えが分かれたかは、途中の式にしか残りません。",
        "Do not write the answer in one go: write out one sum after the other. Only the steps show where two ways of "
        "thinking part.",
    ),
    (
        "行は畝、列は作物です。行の和は畝の収穫、列の和は作物の収穫になります。",
        "Rows are beds, columns are plants. The sum of a row is what a bed gave, that of a column what a plant gave.",
    ),
    (
        "**予測が外れた**ところこそ、学べることのあるところです。",
        "The places where **a prediction was wrong** are the places where there is something to learn.",
    ),
    (
        "{plant}は、日のよく当たる畝でよく育ちます。日陰の畝と比べると、その違いは行の和にはっきり表れます。",
        "The {plant} do well in beds that get a lot of sun. Held against a bed in the shade, the difference shows "
        "clearly in the sums of the rows.",
    ),
    (
        "値段のベクトルとの積は、畝ごとの売り上げを一度に与えます。同じ計算を作物ごとに書くと、長くなるだけで、結果は変わりません。",
        "The product with the vector of prices gives what every bed earns, all at once. Written plant by plant, the "
        "same calculation only gets longer.",
    ),
    (
        "割合は、全体で割った残りではなく、全体に対する分け前です。足し合わせると、必ず全体に戻ります。",
        "A share is no remainder, it is a part of the whole. Added up, the shares always come back to it.",
    ),
    (
        "似た畝どうしの内積は大きくなります。ただし、収穫の多い畝は、どの畝とも大きな内積を持ちます。",
        "Beds that are alike have a large dot product. But a bed that gave a lot has a large one with every bed.",
    ),
    (
        "Softmax は、大きなスコアを強め、小さなスコアを弱めます。順番は変えません。",
        "The softmax makes large scores stronger and small ones weaker. It leaves their order as it is.",
    ),
    (
        "平均は便利ですが、{plant}のように年によって出来の違う作物では、平均だけを見ていると大事なことを見落とします。",
        "A mean is handy. With plants such as {plant}, which do well in one year and badly in the next, whoever looks "
        "at the mean alone misses what matters.",
    ),
    (
        "紙の上で計算しても、下のコードで確かめても、同じ値にならなければなりません。",
        "On paper and in the code below, the values must be the same.",
    ),
    (
        "標準ライブラリだけで書いた版は、同じ和を別の順番で足します。結果が同じなら、どちらも信じてよさそうです。",
        "The version that uses the standard library alone adds up the same sum in another order. Where both agree, "
        "both can be trusted.",
    ),
    (
        "アシスタントの言うことも、自分の答えと同じように検算してください。",
        "Check what an assistant says as you would check your own answer.",
    ),
    (
        "ここで使う行列は小さく、暗算でも追えます。大きな庭でも、式は一文字も変わりません。",
        "The matrices used here are small enough to follow in the head. For a large garden not a letter of the "
        "formulas changes.",
    ),
    (
        "`harvest` の型は `int64`、重みの型は `float64` です。",
        "The type of `harvest` is `int64`, that of the weights `float64`.",
    ),
    (
        "式の意味がわからなくなったら、[手順](#procedure)に戻ってください。",
        "If a formula stops making sense, go back to the [procedure](#procedure).",
    ),
)
# What is said with numbers that code only states: no answer is bound to them.
GIVEN = (
    (
        "庭には <beds> 畝あり、<kinds> 種類の作物を育てています。",
        "The garden has <beds> beds, in which <kinds> kinds of plants grow.",
    ),
    (
        "庭師は <turns> 周し、<stride> 本おきに杭を数えます。",
        "The gardener goes around <turns> times and counts a post in every <stride>.",
    ),
)
# What is said with numbers that code computes.
STATED = (
    (
        "収穫はぜんぶで <total> かご、一つの升目あたりの平均は <mean|.2f> かごです。",
        "The harvest is <total> baskets in all, and <mean|.2f> in each cell on average.",
    ),
    (
        "畝ごとの収穫は <per_bed> かごです。",
        "The beds gave <per_bed> baskets.",
    ),
    (
        "作物ごとの収穫は <per_kind> かごです。",
        "The plants gave <per_kind> baskets.",
    ),
    (
        "売り上げはぜんぶで <worth> 枚の硬貨になります。",
        "All of it is worth <worth> coins.",
    ),
    (
        "はじめの畝の分け前は <share[0]|.3f>、つまり <share[0]|.1%> です。",
        "The share of the first bed is <share[0]|.3f>, that is <share[0]|.1%>.",
    ),
    (
        "スコアの行列の形は <scores.shape|shape> で、その左上の要素は <scores[0, 0]> です。",
        "The matrix of scores has the shape <scores.shape|shape>, and its upper left entry is <scores[0, 0]>.",
    ),
    (
        "庭師が数えた杭の番号は、合わせて <walked> になります。",
        "The numbers of the posts that the gardener counted add up to <walked>.",
    ),
    (
        "{plant}を植えた畝は、ほかのどの畝よりも自分自身に似ています。重みは <weights[0, 0]|.3f> です。",
        "A bed of {plant} is more like itself than like any other. Its weight is <weights[0, 0]|.3f>.",
    ),
    (
        "庭の升目は <cells> 個あります。",
        "There are <cells> cells in the garden.",
    ),
)
# What is said without a number that anything computes.
NAMED = (
    (
        "この章は An Example Book of Gardens の Section 2.1 に沿っています（2026-11-20 に確認）。",
        "This follows Section 2.1 of An Example Book of Gardens (as read on 2026-11-20).",
    ),
    (
        "ここまでは [10]{!duration} 分でできます。",
        "The way to here takes [10]{!duration} minutes.",
    ),
)
