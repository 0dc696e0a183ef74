"""Rules as they are named on a command line: a rule sheet, and what is changed in it."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Protocol, Self, TypeVar

from django.core.management.base import CommandError


class Changeable(Protocol):
    """Rules of any game."""

    def with_options(self, /, **options: object) -> Self:
        """With these parameters changed. Raises ValueError that names the one that cannot be."""


def add_option(parser: ArgumentParser, example: str) -> None:
    """``--option NAME=VALUE``, as often as there are parameters to change."""
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help=f"change a rule, such as {example}"
    )


R = TypeVar("R", bound=Changeable)


def changed(rules: R, changes: Iterable[str]) -> R:
    """The rules with the options given as ``name=value``."""
    for change in changes:
        name, _, text = change.partition("=")
        value: object = {"true": True, "false": False, "none": None}.get(text, text)
        if text.isascii() and text.isdigit() and len(text) < 6:
            value = int(text)
        try:
            rules = rules.with_options(**{name: value})
        except ValueError as error:
            raise CommandError(str(error)) from error
    return rules
