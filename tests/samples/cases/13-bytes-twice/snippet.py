"""The memory that a batch of images takes."""

batch, channels, side, width = 32, 3, 224, 4
values = batch * channels * side * side
size = values * width
