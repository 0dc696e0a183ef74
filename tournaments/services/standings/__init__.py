"""Use cases of standings: their order, who is still in contention, win chances."""
