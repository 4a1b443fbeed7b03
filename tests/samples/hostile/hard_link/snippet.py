"""Another name for a file that it may not write."""

import os
import tempfile

os.link("victim.txt", tempfile.gettempdir() + "/link")
