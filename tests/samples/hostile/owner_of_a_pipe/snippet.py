"""Names its parent as the one to tell of news: a signal by another way."""

import fcntl
import os

reading, writing = os.pipe()
fcntl.fcntl(reading, fcntl.F_SETOWN, os.getppid())
