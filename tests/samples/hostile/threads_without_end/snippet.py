"""More threads than the machine has room for, each with a small stack."""

import threading
import time

threading.stack_size(32 << 10)
while True:
    threading.Thread(target=time.sleep, args=(30,), daemon=True).start()
