"""Rules as they are named on a command line: a rule sheet, and what is changed in it."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Protocol, Self, TypeVar

from django.core.management.base import CommandError

from games.engine.options import InvalidOptionError


class Changeable(Protocol):
    """Rules of any game."""

    def with_typed_option(self, name: str, text: str) -> Self:
        """With one parameter as it is typed. Raises InvalidOptionError."""


def add_option(parser: ArgumentParser, example: str) -> None:
    """``--option NAME=VALUE``, as often as there are parameters to change."""
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help=f"change a rule, such as {example}"
    )


R = TypeVar("R", bound=Changeable)


def changed(rules: R, changes: Iterable[str]) -> R:
    """The rules with the options given as ``name=value``."""
    for change in changes:
        name, _equals, text = change.partition("=")
        try:
            rules = rules.with_typed_option(name, text)
        except InvalidOptionError as error:
            raise CommandError(str(error)) from error
    return rules
