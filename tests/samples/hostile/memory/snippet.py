value = b"x" * (1 << 40)
