"""What a club's pages are computed from, without Django."""
