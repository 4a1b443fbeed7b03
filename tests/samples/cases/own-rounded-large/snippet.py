"""Large numbers in short forms."""

tokens = 1_400_000_000_000
parameters = 70_553_706_496
flops = 6 * parameters * tokens
seconds = flops / 3.12e14
days = seconds / 86_400
