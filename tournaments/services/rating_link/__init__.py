"""Use cases that join a division to rating lists."""
