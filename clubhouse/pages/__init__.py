"""A club's pages around its events."""
