"""What programs read of a club."""
