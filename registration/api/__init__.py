"""The REST API of registration."""
