"""Pages of registration."""
