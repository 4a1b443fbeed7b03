"""What the training starts with."""

rate = 1e-1
