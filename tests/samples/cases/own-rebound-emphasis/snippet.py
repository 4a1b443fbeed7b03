"""Numbers in emphasis, lists, quotations and cells."""

d_model, heads = 512, 8
d_k = d_model // heads
hidden = 4 * d_model
