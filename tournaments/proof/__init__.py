"""Pairing proved on random events: a generator, a checker that knows nothing of the engine, and a reading of tsh's rules.

`checker` imports nothing of the site: it reads JSON, and computes anew what `docs/pairing.md` says. `events` makes up events,
`play` pairs them with the engine and writes down each round, `tsh` and `compare` pair the same rounds by tsh's rules.
"""
