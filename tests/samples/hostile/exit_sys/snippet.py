"""Claims that all went well."""

import sys

sys.exit(0)
