"""Source-rights cards."""
