open(__file__, "a")
