"""Reads of rating lists: each in a fixed number of queries."""
