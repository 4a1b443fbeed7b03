"""What a repository may hold beside its lessons."""

open(".git/config")
