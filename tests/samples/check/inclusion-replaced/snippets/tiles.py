"""A floor of square tiles: how many there are, and what they cost."""

# --8<-- [start:floor]
rows, columns = 6, 8
price = 2.5
tiles = rows * columns
cost = tiles * price
note = """
--8<--
README.md
--8<--
;-8<- 'README.md'
  ```
~~~~
> ```
--8<-- is no line of its own
```python is none either
# --8<-- [start:more]
"""
# --8<-- [end:floor]

# --8<-- [start:pattern]
pattern = [[row + column for column in range(3)] for row in range(2)]
corners = pattern[0][0], pattern[-1][-1]
colour = "white" if tiles % 2 == 0 else "black"
# --8<-- [end:pattern]
