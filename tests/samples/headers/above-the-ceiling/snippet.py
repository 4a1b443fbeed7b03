# needs: 121 s
# needs: 4.5 GB
value = 1
