n = 10**9
zeros = 0
while n % 10 ** (zeros + 1) == 0:
    zeros += 1
