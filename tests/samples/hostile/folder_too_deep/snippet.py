"""Files where no path leads to."""

import os
import tempfile
import time

os.chdir(tempfile.gettempdir())
for _ in range(18):
    os.mkdir("d" * 250)
    os.chdir("d" * 250)
for number in range(3):
    with open(str(number), "wb") as file:
        file.write(b"0" * (10 << 20))
time.sleep(60)
