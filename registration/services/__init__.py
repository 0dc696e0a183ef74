"""Use cases of registration."""
