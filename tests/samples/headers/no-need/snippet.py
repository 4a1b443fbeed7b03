# needs:
# needs: 60
# needs: 60s
# needs: 1 minute
# needs: 2 GiB
# need: 60 s
#needs: 60 s
# Needs: 60 s
# needs : 60 s
# needs：60 s
# needs: 60 s, 2 GB
value = 1
