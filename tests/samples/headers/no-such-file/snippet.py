# needs: data/rate.csv
# needs: data
# needs: ./data/rates.csv
# needs: data//rates.csv
value = 1
