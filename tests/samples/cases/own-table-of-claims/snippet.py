"""Complexity and memory of two layers."""

n, d = 1_024, 64
attention = n * n * d
recurrent = n * d * d
ratio = attention / recurrent
memory = n * n * 2
