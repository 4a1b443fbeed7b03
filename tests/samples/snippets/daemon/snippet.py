"""A child that outlives the snippet and keeps its standard output open."""

import subprocess
import sys

subprocess.Popen([sys.executable, "-c", "import time; time.sleep(30)"])
value = 2 + 3
