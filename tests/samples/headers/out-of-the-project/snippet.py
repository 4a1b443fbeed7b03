# needs: /etc/passwd
# needs: ../rates.csv
# needs: data/../../rates.csv
# needs: data\rates.csv
# needs: data/away.csv
value = 1
