"""Use cases of a club's life."""
