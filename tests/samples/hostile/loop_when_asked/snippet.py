"""Ends well, and never answers."""

class Endless:
    def tolist(self):
        while True:
            pass


endless = Endless()
