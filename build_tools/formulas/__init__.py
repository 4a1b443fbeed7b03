"""TeX: arithmetic that checks itself, and MathML."""
