"""The dictionary pages, and a club's own lists."""
