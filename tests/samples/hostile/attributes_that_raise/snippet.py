"""An object that will not even say what it is."""


class Nothing:
    def __getattribute__(self, name):
        raise RuntimeError(name)


nothing = Nothing()
