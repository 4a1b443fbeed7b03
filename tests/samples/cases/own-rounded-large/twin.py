from fractions import Fraction

tokens = 14 * 10**11
parameters = 70_553_706_496
flops = 6 * parameters * tokens
seconds = Fraction(flops, 312 * 10**12)
days = seconds / 86_400
