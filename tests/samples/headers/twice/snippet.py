# needs: 60 s
# needs: 60 s
# needs: 2 GB
# needs: 3 GB
# needs: data/rates.csv
# needs: data/rates.csv
value = 1
