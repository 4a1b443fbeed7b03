import tempfile

tempfile.TemporaryFile().truncate(1 << 40)
