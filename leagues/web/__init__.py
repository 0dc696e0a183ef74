"""What other pages show of leagues."""
