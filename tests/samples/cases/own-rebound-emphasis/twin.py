d_model, heads = 512, 8
d_k = 64
hidden = 2048
