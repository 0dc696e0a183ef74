"""Registration for events."""
