"""The REST API of accounts and clubs."""
