import math

tiles, heads, width = 48, 4, 16
root = math.sqrt(tiles)
weights = heads * width
