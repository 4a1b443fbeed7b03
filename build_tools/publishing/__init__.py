"""The site: built, audited, published, served."""
