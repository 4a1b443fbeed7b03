"""What the next snippet would import."""

from pathlib import Path

Path(__file__).with_name("numpy.py").write_text("")
