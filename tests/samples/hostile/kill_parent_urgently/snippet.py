"""A signal that is ignored by default."""

import os
import signal

os.kill(os.getppid(), signal.SIGURG)
