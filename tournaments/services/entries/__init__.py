"""Use cases of players in a division: entered, imported, changed, seeded, withdrawn."""
