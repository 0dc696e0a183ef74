"""What people call the rating systems, and what they should know before choosing one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ratings.engine.registry import SYSTEMS


@dataclass(frozen=True, slots=True)
class Label:
    """Name of a system, and in a sentence or two how it rates and how sure we are of it."""

    name: str | Promise
    about: str | Promise


LABELS: Mapping[str, Label] = {
    "naspa": Label(
        _("NASPA"),
        _("Compares wins with expected wins; large gains count double. Reproduces the federation's published ratings."),
    ),
    "naspa2024": Label(
        _("NASPA 2024 (career-game count updated at each split)"),
        _("Like NASPA; in long events a player's count of career games is updated between the parts."),
    ),
    "naspa-club": Label(
        _("NASPA local club event"), _("Like NASPA without acceleration; a third of the change, at most 50 points.")
    ),
    "nsa": Label(
        _("NSA before 2009"),
        _("The older, steeper curve with the same K. Quirks of the old programs are not imitated."),
    ),
    "wespa-250": Label(
        _("WESPA 2012–2024 style (logit 250), reconstructed"),
        _(
            "The federation never published its formula. The curve and K were reconstructed from its reports and "
            "match most of them."
        ),
    ),
    "wespa-172": Label(
        _("Pre-2012 WESPA style (logit 172)"),
        _(
            "A steeper curve than WESPA 2012–2024, a K that does not change at rating boundaries, two thirds of the "
            "acceleration, no splits."
        ),
    ),
    "australian": Label(
        _("Australian"), _("A straight line: 12 rating points are worth 1% of the wins, from 5% to 95%. K is 20.")
    ),
    "pakistani": Label(_("Pakistani"), _("Like the Australian system, but no one drops below 500.")),
    "new-zealand": Label(
        _("New Zealand (2019)"),
        _("K falls linearly to 0 at 3000; large gains by provisional players are doubled."),
    ),
    "new-zealand-2017": Label(
        _("New Zealand 2017–2018"), _("K grows with games played, and taking part earns points.")
    ),
    "new-zealand-1999": Label(_("New Zealand 1999–2016"), _("K falls linearly to 0 at 3000.")),
    "absp-1998": Label(
        _("ABSP before 1999"),
        _(
            "Each game counts as the opponent's rating plus 50 for a win, minus 50 for a loss; the rating is the "
            "average."
        ),
    ),
    "norwegian": Label(
        _("Norwegian (spread)"), _("Rates the margin of each game and tracks a deviation, which grows between events.")
    ),
    "coco": Label(
        _("CoCo (Norwegian, spread)"),
        _("Like the Norwegian system; the ratings of strong, experienced players move more slowly."),
    ),
    "isc": Label(_("Internet Scrabble Club"), _("Elo with a K from 20 to 40 that grows with the margin.")),
    "elo": Label(_("Elo"), _("Compares wins with expected wins, K 20, and nothing else.")),
    "glicko2": Label(_("Glicko-2"), _("Compares wins with expected wins, weighted by how certain both ratings are.")),
    "glicko225": Label(
        _("Glicko-225 (Woogles)"), _("Glicko-2 in which a margin of up to 125 points counts as well as the win.")
    ),
    "event-kalman": Label(
        _("Spread-aware (event Kalman filter)"),
        _("Estimates strength from margins and totals, a whole event at once."),
    ),
    "linked-kalman": Label(
        _("Spread-aware with links (event Kalman filter)"),
        _(
            "Like spread-aware, and it remembers who has played whom: later games by earlier opponents count too. "
            "Predicts best in our tests."
        ),
    ),
}


def system_choices() -> list[tuple[str, str | Promise]]:
    """Slug and name of every registered system, in the order of the registry."""
    return [(slug, LABELS[slug].name) for slug in SYSTEMS]


_rules: list[tuple[str, str | Promise]] = []


def register_rules(choices: Sequence[tuple[str, str | Promise]]) -> None:
    """Set the rule sets (slug, name) that a pool can be restricted to: ratings know nothing of games."""
    _rules[:] = choices


def rule_choices() -> list[tuple[str, str | Promise]]:
    """Slug and name of every registered rule set."""
    return list(_rules)
