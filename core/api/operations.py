"""How a view's method stands in the schema of the API."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from drf_spectacular.utils import extend_schema

Method = TypeVar("Method", bound=Callable[..., Any])


def operation(
    name: str,
    tag: str,
    *,
    takes: Any = None,
    gives: Any = None,
    status: int | None = None,
    parameters: Sequence[Any] | None = None,
) -> Callable[[Method], Method]:
    """An operation in the schema: its id, its chapter, what it takes and what it gives.

    ``gives`` is a serializer, or what is given by status; without it the answer is 204 and empty.
    """
    status = status or (204 if gives is None else 200)
    responses = gives if isinstance(gives, dict) else {status: gives}
    return extend_schema(operation_id=name, tags=[tag], request=takes, responses=responses, parameters=parameters)
