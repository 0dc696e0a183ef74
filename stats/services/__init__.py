"""What statistics keep."""
