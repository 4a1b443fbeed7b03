"""Numbers and texts that say something else when asked."""


class Number(int):
    def __int__(self):
        return 99

    __index__ = __float__ = __repr__ = __str__ = __int__


class Text(str):
    def __str__(self):
        return "other"

    def encode(self, *given):
        raise RuntimeError


number, text = Number(5), Text("true")
