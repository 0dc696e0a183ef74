"""Rating systems as pure functions: facts and earlier ratings in, changes with their working out."""
