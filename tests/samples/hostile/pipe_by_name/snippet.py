"""Whoever opens it waits for ever."""

import os
import tempfile

os.mkfifo(tempfile.gettempdir() + "/pipe")
