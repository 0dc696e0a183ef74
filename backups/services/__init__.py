"""Writing, checking and restoring backups of the whole site."""
