huge = 7**3000
too_huge = 10**100_000
endless = -(1 << 10**7)
