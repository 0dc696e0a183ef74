"""Dictionaries over HTTP."""

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics

from clubs.names import by_name
from lexicon.api.filters import DictionaryFilters
from lexicon.api.serializers import DictionarySerializer
from lexicon.models import Lexicon
from lexicon.queries import readable_by


@extend_schema_view(get=extend_schema(tags=["dictionaries"], operation_id="list_dictionaries"))
class DictionariesView(generics.ListAPIView[Lexicon]):
    """The dictionaries that this visitor may see."""

    serializer_class = DictionarySerializer
    filterset_class = DictionaryFilters

    def get_queryset(self) -> QuerySet[Lexicon]:
        """By name, each with its editions."""
        return readable_by(self.request.user).order_by(*by_name(), "pk")


@extend_schema_view(get=extend_schema(tags=["dictionaries"], operation_id="dictionary"))
class DictionaryView(generics.RetrieveAPIView[Lexicon]):
    """One dictionary with its editions."""

    serializer_class = DictionarySerializer
    lookup_field = "slug"

    def get_queryset(self) -> QuerySet[Lexicon]:
        """What the visitor may see."""
        return readable_by(self.request.user)
