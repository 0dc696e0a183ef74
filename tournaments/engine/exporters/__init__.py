"""Divisions written in the formats of others."""
