"""Takes away the handler that would tell where it is."""

import faulthandler

faulthandler.disable()
while True:
    pass
