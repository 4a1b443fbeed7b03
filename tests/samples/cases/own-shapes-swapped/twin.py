batch, seq, d = 2, 16, 64
shapes = ((batch, seq, d), (batch, seq, seq))
