"""Tashikame: a course site that cannot be published once its stated answers have drifted."""
