"""Text.

# needs: 60 s
"""
example = """
# needs: 60 s
"""
