import os

secrets = sorted(name for name in os.environ if "SECRET" in name or "TOKEN" in name or "KEY" in name)
