"""The REST API of leagues."""
