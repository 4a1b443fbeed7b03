value = 2 + 3
if __name__ == "__main__":
    raise SystemExit("only at a terminal")
