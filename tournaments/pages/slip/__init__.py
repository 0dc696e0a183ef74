"""Pages behind a private link: the slip and a player's own page."""
