"""Lists, a page at a time."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from rest_framework import generics
from rest_framework.response import Response


class PagedView(generics.GenericAPIView[Any]):
    """A view that answers with a page of rows, each as ``serializer_class`` shows it."""

    def page(self, rows: QuerySet[Any] | Sequence[Any], **context: object) -> Response:
        """The page of ``rows`` that the address asks for, through the view's filters; ``context`` is the serializer's."""
        page = self.paginate_queryset(self.filter_queryset(rows) if isinstance(rows, QuerySet) else rows)
        serializer = self.get_serializer(page, many=True, context={**self.get_serializer_context(), **context})
        return self.get_paginated_response(serializer.data)
