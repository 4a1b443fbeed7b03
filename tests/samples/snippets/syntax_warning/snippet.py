value = 5
flag = value is 5
