"""Names of what the engines declare, in the reader's language."""
