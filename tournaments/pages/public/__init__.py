"""Pages that everyone may see."""
