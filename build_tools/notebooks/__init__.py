"""Lessons as Jupyter notebooks."""
