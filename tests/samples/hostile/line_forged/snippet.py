"""A crash at a line that is none."""

import os

text = b'Current thread 0x1 (most recent call first):\n  File "line_forged/snippet.py", line 987654321 in <module>\n'
for descriptor in range(3, 20):
    try:
        os.write(descriptor, text)
    except OSError:
        pass
os.kill(os.getpid(), 9)
