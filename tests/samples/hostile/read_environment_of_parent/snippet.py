import os

open(f"/proc/{os.getppid()}/environ")
