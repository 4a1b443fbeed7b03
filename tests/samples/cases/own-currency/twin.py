hours, price, gpus = 1000, 2.5, 8
cost = 2.5 * 8000
yen = 3_000_000
