"""What a person at a keyboard does."""

raise KeyboardInterrupt
