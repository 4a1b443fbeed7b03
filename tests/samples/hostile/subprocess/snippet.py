import subprocess
import sys

subprocess.run([sys.executable, "-c", "pass"])
