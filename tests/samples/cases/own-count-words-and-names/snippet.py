"""Things that are counted, beside names that hold digits."""

layers = ["conv1", "conv2", "fc1"]
count = len(layers)
stages = count + 1
k = 5
