# needs: 60 s
value = (1
