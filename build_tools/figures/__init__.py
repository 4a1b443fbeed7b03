"""Figures from verified values, as inline SVG."""
