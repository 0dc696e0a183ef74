"""What the views of the ratings API share: how they are documented, and answers in pages."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.response import Response

Method = TypeVar("Method", bound=Callable[..., Response])


def operation(name: str, *, takes: Any = None, gives: Any, status: int = 200) -> Callable[[Method], Method]:
    """Document a method of a view: the serializers of its body (None: no body) and of its answer."""
    body = {} if takes is None else {"request": takes}
    return extend_schema(operation_id=name, responses={status: gives}, tags=["ratings"], **body)


def paged(view: GenericAPIView[Any], rows: QuerySet[Any] | Sequence[Any]) -> Response:
    """One page of the rows, as the view's serializer shows them."""
    return view.get_paginated_response(view.get_serializer(view.paginate_queryset(rows), many=True).data)
