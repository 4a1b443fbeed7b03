"""What a snippet's process uses, where no limit of the system counts it: threads, and all that its folder holds."""

from __future__ import annotations

import errno
import os
from contextlib import suppress

THREADS = 128
FOLDER = 256 << 20  # bytes in its folder, with all below
ENTRIES = 4000  # files and folders there
_BLOCK = 512  # bytes, whatever the file system's own blocks are


def over(pid: int, folder: str) -> str:
    """What a process uses too much of, in words for a person; "" where it does not.

    Args:
        pid: its number, ours as long as nobody has waited for its end.
        folder: the one in which it may write.
    """
    with suppress(OSError), open(f"/proc/{pid}/stat", "rb") as status:
        if int(status.read().rpartition(b")")[2].split()[17]) > THREADS:
            return f"it ran more than {THREADS} threads"
    where = "in its folder for temporary files"
    size, waiting, entries = 0, [folder], 0
    while waiting:
        place = waiting.pop()
        try:
            with os.scandir(place) as found:
                for entry in found:
                    entries += 1
                    size += entry.stat(follow_symlinks=False).st_blocks * _BLOCK
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    if size > FOLDER:
                        return f"it left more than {FOLDER >> 20} MB {where}"
                    if entries > ENTRIES:
                        return f"it left more than {ENTRIES} files {where}"
        except PermissionError:
            return f"it hides what it leaves {where}"
        except OSError as error:  # else somebody removes as we look
            if error.errno == errno.ENAMETOOLONG:
                return f"paths {where} are longer than any may be"
    return ""
