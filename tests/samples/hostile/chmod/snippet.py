"""Not even of a file of its own: none that is left behind can be run as somebody else."""

import os
import tempfile

os.chmod(tempfile.mkstemp()[1], 0o4777)
