value = 9**9**9
