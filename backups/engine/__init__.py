"""What a backup is, which ones are deleted, and when the next one is due: plain Python."""
