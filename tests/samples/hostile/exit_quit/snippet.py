"""What is meant for a person at a prompt."""

value = 2 + 3
quit()
