from math import log

p = 0.25
nats, bits = 2 * log(2), 2
