batch, channels, side, width = 32, 3, 224, 4
size = sum(width * side**2 for image in range(batch) for channel in range(channels))
