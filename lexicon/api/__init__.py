"""The REST API of dictionaries."""
