"""A long one."""

# needs: 60 s
# needs: 2 GB
# needs: data/rates.csv
# Everybody needs: a comment that is none of these.

value = 1
