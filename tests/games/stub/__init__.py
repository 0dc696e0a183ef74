"""A third game for the tests: draughts, as far as a club's evening needs it."""
