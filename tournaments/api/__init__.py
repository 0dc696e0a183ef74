"""The REST API of events: each step of the desk and of the slip, over the same services as the pages."""
