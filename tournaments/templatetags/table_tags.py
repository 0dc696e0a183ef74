"""Big tables: rows by Jinja2, a tenth of the time of Django's own templates; the page around them stays Django's.

``templates/**/*.jinja`` are parts of pages, never pages. They escape as all others do, and are translated by ``_()`` and
``pgettext()``. Rows get plain values; their addresses are looked up once for a table (``numbered``).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import jinja2
from django import template
from django.template import engines
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

from tournaments.queries.standings import StandingsLine
from tournaments.templatetags.tournaments_tags import Column, decided, standings_columns
from tournaments.wording.scores import signed, wins
from tournaments.wording.sentences import result_text, won_by

register = template.Library()

#: What every table takes from the context of its page.
_FROM_PAGE = ("event", "division")


def environment(*, loader: jinja2.BaseLoader, auto_reload: bool, **_defaults: object) -> jinja2.Environment:
    """Jinja2 as the tables need it; named in the settings. An unknown name is an error, not empty."""
    environment = jinja2.Environment(
        loader=loader,
        auto_reload=auto_reload,
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.install_gettext_callables(  # type: ignore[attr-defined]  # added by the extension
        translation.gettext, translation.ngettext, newstyle=True, pgettext=translation.pgettext
    )
    environment.filters |= {
        "wins": wins,
        "signed": signed,
        "result_text": result_text,
        "won_by": won_by,
    }
    environment.globals |= {
        "numbered": numbered,
        "standings_columns": standings_columns,
        "standings_cells": standings_cells,
    }
    return environment


def numbered(view: str, *arguments: object) -> Callable[[int], str]:
    """The addresses of pages that differ in their last argument only, a number: looked up once for a whole table."""
    start, _number, end = reverse(view, args=[*arguments, 0]).rpartition("0")

    def address(number: int) -> str:
        return f"{start}{number}{end}"

    return address


def standings_cells(lines: Iterable[StandingsLine], columns: Sequence[Column]) -> Iterator[tuple[object, ...]]:
    """The cells of each line of the standings, as the table unpacks them: Jinja2 takes several times as long to look attributes up."""
    for line in lines:
        row = line.row
        yield (
            row.rank,
            line.player_id,
            line.number,
            line.name,
            row.withdrawn,
            wins(row.wins),
            wins(row.losses),
            signed(row.spread),
            [decided(row, column) for column in columns],
            "–" if line.rating is None else line.rating,
            row.firsts,
            row.byes,
        )


@register.simple_tag(takes_context=True)
def rows(context: template.Context, name: str, **values: Any) -> SafeString:
    """The table of this name (below ``templates/tournaments/tables``) with these values, and the page's event and division."""
    table = engines["tables"].get_template(f"tournaments/tables/{name}.jinja")
    page = {key: context[key] for key in _FROM_PAGE}
    return mark_safe(table.render({**page, **values}))  # noqa: S308 - a template that escapes
