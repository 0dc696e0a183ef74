"""The dictionary pages, and a club's own lists."""

from lexicon.views.pages import lexicon_detail, lexicon_list

__all__ = ["lexicon_detail", "lexicon_list"]
