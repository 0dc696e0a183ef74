"""Everything that changes ratings: writing to a pool's ledger, and recomputing the ratings from it."""
