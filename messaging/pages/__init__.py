"""Pages of messages: for the director, for those who are told, and what a browser needs for push."""
