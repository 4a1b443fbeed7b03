"""Markdown pages: read to the character."""
