counts = [("the", 4), ("cat", 2), ("mat", 1)]
kinds = [("weights", "float16", 2), ("sums", "float32", 4)]
