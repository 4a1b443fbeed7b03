words = ["the", "cat", "sat"]
longest = "the"
joined = "the cat sat"
kind = "float64"
