"""Word Basket, as the site plays it. Its rules are in :mod:`games.engine.wordbasket`."""
