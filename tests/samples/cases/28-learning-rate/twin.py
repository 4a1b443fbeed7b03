rate = 0.1
