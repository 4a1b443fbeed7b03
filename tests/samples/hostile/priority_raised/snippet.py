import os

os.setpriority(os.PRIO_PROCESS, 0, -5)
