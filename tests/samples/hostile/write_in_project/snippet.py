open("tashikame-marker", "w")
