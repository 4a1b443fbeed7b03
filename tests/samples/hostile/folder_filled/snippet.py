"""Files of a size that each may have, until the disk is full."""

import tempfile
from pathlib import Path

folder = Path(tempfile.gettempdir())
for number in range(100):
    (folder / str(number)).write_bytes(b"0" * (60 << 20))
