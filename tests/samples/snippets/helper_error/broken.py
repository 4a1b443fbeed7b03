limit = 0
value = 1 / limit
