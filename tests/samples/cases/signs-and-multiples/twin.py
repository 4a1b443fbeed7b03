rooms, degrees = 6, 8
cold = 0 - sum(degrees for _ in range(rooms))
energy = sum(2_359_296 for _ in range(rooms)) // 6
share = degrees / (degrees + degrees)
doses = (rooms + rooms + rooms + rooms + 1) / (degrees + 2)
