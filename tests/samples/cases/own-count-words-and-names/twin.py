layers = ("conv1", "conv2", "fc1")
count = sum(1 for _ in layers)
stages = 4
k = 5
