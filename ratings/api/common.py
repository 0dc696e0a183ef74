"""What the views of the ratings API share."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from rest_framework.generics import GenericAPIView
from rest_framework.response import Response


def paged(view: GenericAPIView[Any], rows: QuerySet[Any] | Sequence[Any]) -> Response:
    """One page of the rows, as the view's serializer shows them."""
    return view.get_paginated_response(view.get_serializer(view.paginate_queryset(rows), many=True).data)
