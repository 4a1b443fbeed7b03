open("/tmp/tashikame-marker", "w")
