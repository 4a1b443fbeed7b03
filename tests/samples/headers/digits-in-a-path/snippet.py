# needs: 2024.csv
# needs: 2024/60 s.csv
value = 1
