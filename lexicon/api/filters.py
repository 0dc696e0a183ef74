"""Filters of the lists of dictionaries."""

from core.api.filters import ChoiceFilter, Filters, TextFilter
from lexicon.engine.alphabets import ALPHABETS
from lexicon.models import Lexicon, Upload


class DictionaryFilters(Filters):
    """Of the dictionaries that the visitor may see."""

    name = TextFilter(lookup_expr="icontains", help_text="Part of the name.")
    language = ChoiceFilter(
        choices=[(code, code) for code in sorted(ALPHABETS)], help_text="The language of its words."
    )
    club = TextFilter("club__slug", help_text="The address of a club: its own dictionaries.")

    class Meta:
        model = Lexicon
        fields = ()


class UploadFilters(Filters):
    """Of the word lists that a club sent."""

    state = ChoiceFilter(choices=Upload.State.choices)

    class Meta:
        model = Upload
        fields = ()
