"""Snippets and their twins: read without being run, and run in processes of their own."""
