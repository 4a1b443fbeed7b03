"""Literals held against values, in every language."""
