"""What other pages show of registration."""
