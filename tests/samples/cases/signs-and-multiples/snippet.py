"""A cold store: signs with a space, in words and in kanji."""

rooms, degrees = 6, 8
cold = -rooms * degrees
energy = 2_359_296 * rooms // 6
share = degrees / (2 * degrees)
doses = (4 * rooms + 1) / (degrees + 2)
