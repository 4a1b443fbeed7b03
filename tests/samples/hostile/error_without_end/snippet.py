"""More words than anybody reads."""

raise ValueError("\ud800" * 10**7)
