"""A report made into HTML fragments."""
