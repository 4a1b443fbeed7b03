def deeper(n):
    return deeper(n + 1)


deeper(0)
