"""Reads of events, rounds and results: each in a fixed number of queries, each list as lean frozen rows."""
