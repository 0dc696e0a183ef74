"""Pages of the rating lists and of the ratings office."""
