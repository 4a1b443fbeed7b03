value = 1
other = = 2
