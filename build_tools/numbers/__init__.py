"""Numbers as people write them: read, compared and written back."""
