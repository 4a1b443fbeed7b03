value = input("How many? ")
