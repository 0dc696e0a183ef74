"""Rating systems as pure functions: games and earlier ratings in, changes with their working out."""
