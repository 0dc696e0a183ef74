"""The dictionary pages, and a club's own lists."""

from lexicon.pages.dictionaries import edition_days, lexicon_detail, lexicon_list

__all__ = ["edition_days", "lexicon_detail", "lexicon_list"]
