"""YAML with places: configurations and front matter."""
