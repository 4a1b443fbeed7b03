# A licence, perhaps.
# needs: 22.5 s

# needs: 1500 MB
"""Both stand above the first statement."""
value = 1
