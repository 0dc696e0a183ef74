"""What holds for a column in every row: the usual conditions, each a named constraint of the database."""

from collections.abc import Iterable

from django.db.models import CheckConstraint, F, Q


def in_range(name: str, field: str, least: int | F, most: int | F, *, or_null: bool = False) -> CheckConstraint:
    """The column is from ``least`` to ``most``."""
    condition = Q(**{f"{field}__gte": least, f"{field}__lte": most})
    return CheckConstraint(condition=Q(**{f"{field}__isnull": True}) | condition if or_null else condition, name=name)


def one_of(name: str, field: str, values: Iterable[str]) -> CheckConstraint:
    """The column has one of these values."""
    return CheckConstraint(condition=Q(**{f"{field}__in": list(values)}), name=name)


def filled(name: str, field: str) -> CheckConstraint:
    """The column is not empty."""
    return CheckConstraint(condition=~Q(**{field: ""}), name=name)
