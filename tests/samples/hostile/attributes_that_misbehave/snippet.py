"""Objects that answer whatever they are asked."""


class Everything:
    def __getattr__(self, name):
        return Everything()

    def __call__(self, *given):
        return self


class Table(dict):
    def items(self):
        while True:
            yield "key", 1


class Meta(type):
    def __instancecheck__(cls, other):
        raise SystemExit

    def __mro__(cls):
        raise SystemExit


class Odd(metaclass=Meta):
    pass


everything, table, odd = Everything(), Table(), Odd()
value = 2 + 3
