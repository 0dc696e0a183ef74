"""What statistics are made of, without Django."""
