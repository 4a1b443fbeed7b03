"""Its own, by another door."""

open("/proc/self/mem", "r+b")
