"""Statistics of players, pairs, clubs, events and seasons, from the games that everybody may see."""
