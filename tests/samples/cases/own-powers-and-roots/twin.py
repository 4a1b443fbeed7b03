bits = 16
codes = 65536
orders = 5 * 4 * 3 * 2
root = 2**0.5
