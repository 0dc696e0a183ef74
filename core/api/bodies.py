"""Validated request bodies and query strings."""

from typing import Any, TypeVar

from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer

T = TypeVar("T", bound=BaseSerializer[Any])


def sent(request: Request, kind: type[T], **options: Any) -> T:
    """The body as this serializer reads it (``options`` are the serializer's own). Raises ValidationError."""
    data = kind(data=request.data, **options)
    data.is_valid(raise_exception=True)
    return data


def query_of(request: Request, kind: type[T]) -> T:
    """The query string as this serializer reads it. Raises ValidationError."""
    data = kind(data=request.query_params)
    data.is_valid(raise_exception=True)
    return data
