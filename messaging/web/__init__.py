"""What other pages show of messages."""
