"""What others can read of the sources: citations, CSL-JSON, BibTeX, an attribution, and JSON-LD of each lesson."""
