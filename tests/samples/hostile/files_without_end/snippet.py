"""Empty files, which no limit on their size stops."""

import tempfile
from pathlib import Path

folder = Path(tempfile.gettempdir())
number = 0
while True:
    number += 1
    (folder / str(number)).touch()
