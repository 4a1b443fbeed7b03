n, d = 1024, 64
attention = n**2 * d
recurrent = n * d**2
ratio = 16
memory = 2 * 1024 * 1024
