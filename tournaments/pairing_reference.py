"""docs/pairing-systems.md, made from the declarations of the pairing systems."""

from collections.abc import Iterable, Iterator

from tournaments.engine.pairing import PairingOptions, systems
from tournaments.engine.pairing.options import LISTS, Kind, Option

_KINDS = {
    Kind.SWITCH: "true or false",
    Kind.WHOLE: "whole number",
    Kind.NUMBER: "number",
    Kind.TEXT: "text",
    Kind.WHOLES: "list of whole numbers",
    Kind.NUMBERS: "list of numbers",
    Kind.RANGES: "list of [first, last]",
    Kind.COUNTS: "whole number for each name",
}
_HEAD = """# Pairing systems and their options

Made by `manage.py pairing_reference` from the classes in `tournaments/engine/pairing/`; a test keeps it true. How the systems pair:
[pairing.md](pairing.md). In the API and in stored plans a round's choice is `{"system": …, **options}`;
options of other systems do nothing.
"""
_TABLE = "| option | on the page | values | default | |\n|---|---|---|---|---|"


def pairing_reference() -> str:
    """The page."""
    shared = {known.name for known in PairingOptions.options()}
    parts = [_HEAD, "## Options that all systems share\n", *_rows(PairingOptions.offered())]
    for system in systems():
        name, _dash, text = str(system.label).partition(" – ")
        parts.append(f"\n## `{system.key}`: {name}\n\n{text[:1].upper()}{text[1:]}.\n")
        own = [known for known in system.offered() if known.name not in shared]
        parts += list(_rows(own)) if own else ["No options of its own."]
        if system.unused:
            listed = ", ".join(f"`{name}`" for name in sorted(system.unused))
            parts.append(f"\nWithout use here: {listed}.")
    return "\n".join(parts)


def _rows(options: Iterable[Option]) -> Iterator[str]:
    yield _TABLE
    for known in options:
        cells = (f"`{known.name}`", str(known.label), _values(known), _default(known), str(known.help))
        yield f"| {' | '.join(cells)} |"


def _values(known: Option) -> str:
    if known.kind is Kind.CHOICE:
        named = known.choices.items()
        return " · ".join(f"`{value}`" if str(value) == text else f"`{value}` {text}" for value, text in named)
    text = _KINDS[known.kind]
    if known.bounds is None:
        return text
    low, high = known.bounds
    return f"{text}, {'each ' if known.kind in LISTS else ''}{low:,} to {high:,}"


def _default(known: Option) -> str:
    if known.default is None:
        return str(known.unset)
    if known.kind in LISTS:
        return ", ".join(map(str, known.default))
    return str(known.default).lower() if known.kind is Kind.SWITCH else str(known.default)
