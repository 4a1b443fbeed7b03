"""For somebody else to follow."""

import os
import tempfile

os.symlink("/etc/passwd", tempfile.gettempdir() + "/link")
