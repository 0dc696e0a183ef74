"""SQLite as Django knows it, but for what several threads do to each other there (``base``)."""
