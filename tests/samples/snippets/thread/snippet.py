"""A thread that never ends, and is no daemon."""

import threading
import time

threading.Thread(target=time.sleep, args=(30,)).start()
value = 2 + 3
