"""The signal that says that its seconds of the processor are used up."""

import os
import signal

os.kill(os.getpid(), signal.SIGXCPU)
