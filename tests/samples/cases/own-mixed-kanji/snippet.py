"""Populations, prices and durations."""

people = 126_000_000
price = 35_800
share = 0.35
minutes = 90
items = 30
