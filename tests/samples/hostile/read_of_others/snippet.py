"""The folders of snippets that run at the same time."""

import os
import tempfile

os.listdir(tempfile.gettempdir() + "/..")
