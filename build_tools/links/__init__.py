"""Addresses outside of the course: found in its cards and pages, asked politely, and their answers recorded."""
