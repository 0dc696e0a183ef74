"""The director's pages: make an event, enter players, pair rounds, enter and rule on results, print."""
