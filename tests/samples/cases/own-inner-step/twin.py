from math import e, log

a, b = 2, 0
ea, eb = e * e, 1
total = ea + eb
pa = 1 / (1 + 1 / (e * e))
loss = log(1 + 1 / (e * e))
