import os

os.setxattr("victim.txt", "user.mark", b"")
