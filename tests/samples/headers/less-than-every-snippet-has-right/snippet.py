# needs: 5 s
# needs: 512 MB
value = 1
