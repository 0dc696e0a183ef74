"""Sentences built in Python, in the reader's language."""
