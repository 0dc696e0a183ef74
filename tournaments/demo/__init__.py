"""The demo: a club with events, built through the same services that people use."""
