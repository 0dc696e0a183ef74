"""Use cases of leagues, as those of events: one function = one transaction."""
