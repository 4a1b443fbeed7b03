"""Checks that were made on a day."""

checks, passed = 1_024, 1_000
rate = passed / checks
versions = ["3.11", "3.12"]
