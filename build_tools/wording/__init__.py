"""The words that the generator itself puts on a page or into a file, in every language: tables only."""
