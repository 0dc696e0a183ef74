"""Kinds of events that clubs hold again and again, each declared once: a name, its settings, and when its rounds are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from tournaments.engine.words import gettext_noop as _


@dataclass(frozen=True, slots=True)
class Session:
    """Some rounds one after the other: on which day (1 is the first), from when on (minutes after midnight), how long each."""

    day: int
    first: int
    last: int
    starts: int
    minutes: int


@dataclass(frozen=True, slots=True)
class Break:
    """Something between rounds, with its name."""

    day: int
    title: str
    starts: int
    minutes: int


@dataclass(frozen=True, slots=True)
class EventTemplate:
    """``settings``: what differs from a usual division, by the names of its settings; ``everybody``: as many rounds as all need to meet.

    ``plan``: its rounds as they are typed (`engine.round_plan`).
    """

    key: str
    title: str
    about: str
    game: str = "crossword"
    settings: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    sessions: tuple[Session, ...] = ()
    breaks: tuple[Break, ...] = ()
    everybody: bool = False
    plan: str = ""


def _clock(hours: int, minutes: int = 0) -> int:
    return 60 * hours + minutes


def _played(**settings: object) -> Mapping[str, object]:
    return MappingProxyType(settings)


#: The templates by their keys, in the order in which they are offered.
EVENT_TEMPLATES: Mapping[str, EventTemplate] = {
    template.key: template
    for template in (
        EventTemplate(
            "club_night",
            _("Club night"),
            _("Three rounds, Swiss. Counts as club play."),
            settings=_played(rounds_planned=3, round_minutes=50, play_type="club"),
            plan="Swiss",
        ),
        EventTemplate(
            "rolling_night",
            _("Club night, rolling"),
            _("Anyone who is free is paired from a queue; any number of games each. Counts as club play."),
            settings=_played(
                rolling=True,
                rounds_planned=8,
                round_minutes=50,
                play_type="club",
                standings_order="points played percent spread",
            ),
        ),
        EventTemplate(
            "sunday_swiss",
            _("Sunday one-day Swiss"),
            _("Six rounds, Swiss, from 10:00 with a lunch break."),
            settings=_played(rounds_planned=6),
            plan="Swiss",
            sessions=(Session(1, 1, 3, _clock(10), 60), Session(1, 4, 6, _clock(14), 60)),
            breaks=(Break(1, _("Lunch"), _clock(13), 60),),
        ),
        EventTemplate(
            "round_robin",
            _("Round robin evening"),
            _("Everyone plays everyone, so six players need five rounds. Counts as club play."),
            settings=_played(rounds_planned=5, round_minutes=40, play_type="club"),
            plan="Round robin",
            everybody=True,
        ),
        EventTemplate(
            "two_day_open",
            _("Two-day open with KOTH finish"),
            _("Twelve rounds over two days: Swiss without repeats, with the last round king of the hill."),
            settings=_played(rounds_planned=12),
            plan="Swiss, 1 KOTH",
            sessions=(
                Session(1, 1, 3, _clock(10), 60),
                Session(1, 4, 7, _clock(14), 60),
                Session(2, 8, 10, _clock(9, 30), 60),
                Session(2, 11, 12, _clock(13, 30), 60),
            ),
            breaks=(
                Break(1, _("Lunch"), _clock(13), 60),
                Break(2, _("Lunch"), _clock(12, 30), 60),
                Break(2, _("Prize-giving"), _clock(15, 30), 30),
            ),
        ),
        EventTemplate(
            "basket_night",
            _("Word Basket night"),
            _("Four rounds of Word Basket at tables of up to four, reshuffled each time."),
            game="wordbasket",
            settings=_played(rounds_planned=4, round_minutes=20, table_size=4, play_type="club"),
            plan="Swiss",
        ),
    )
}


@dataclass(frozen=True, slots=True)
class PlanTemplate:
    """A plan to begin with; the part without a number gets the rounds that are left."""

    key: str
    title: str
    plan: str


#: The plans by their keys, in the order in which they are offered.
PLAN_TEMPLATES: Mapping[str, PlanTemplate] = {
    template.key: template
    for template in (
        PlanTemplate("swiss", _("Swiss throughout"), "Swiss"),
        PlanTemplate("swiss_koth", _("Swiss, king of the hill at the end"), "Swiss, 1 KOTH"),
        PlanTemplate(
            "fours",
            _("Groups of four, Swiss, king of the hill at the end"),
            "3 round robin in fours, Swiss, 1 KOTH",
        ),
        PlanTemplate(
            "fours_lagged",
            _("Two rounds in groups of four, Swiss on lagged standings, two rounds of king of the hill"),
            "2 round robin in fours, Swiss on lagged standings, 2 KOTH",
        ),
        PlanTemplate("round_robin", _("Round robin"), "Round robin"),
        PlanTemplate("prizes", _("Groups of four, then COP for the prizes"), "3 round robin in fours, COP"),
        PlanTemplate("chew", _("Chew for the prizes, king of the hill at the end"), "Chew, 1 KOTH"),
        PlanTemplate(
            "automatic", _("Automatic: chosen for each round from the number of players and rounds"), "Automatic"
        ),
    )
}
