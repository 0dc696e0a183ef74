"""Alphabets, word lists and the compiled look-up: plain Python, no Django."""
