"""The lexicon app."""

from django.apps import AppConfig


class LexiconConfig(AppConfig):
    """Dictionaries and their editions."""

    name = "lexicon"
