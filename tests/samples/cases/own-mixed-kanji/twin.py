people = 126 * 10**6
price = 35_800
share = 0.35
minutes = 60 + 30
items = 5 * 6
