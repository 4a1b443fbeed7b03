"""Memory that no limit counts."""

import os

os.memfd_create("memory")
