"""Objects to whatever happens from now on; nobody can take such a hook off."""

import sys


def object_to(event, arguments):
    raise RuntimeError(event)


sys.addaudithook(object_to)
value = 2 + 3
