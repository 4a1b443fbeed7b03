d_model = 768
weights = sum(d_model * d_model for projection in "QKVO")
biases = sum(d_model for projection in "QKVO")
total = weights + biases
