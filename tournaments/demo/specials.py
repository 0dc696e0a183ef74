"""Two small finished events of the demo: a knock-out with its bracket, and team matches."""

import random
from collections.abc import Mapping
from datetime import date, timedelta

from clubs.models import Club, User
from tournaments.demo.rounds import publish, report
from tournaments.inputs.events import DivisionInput, EventInput
from tournaments.inputs.results import ResultInput
from tournaments.models import Division
from tournaments.services.entries.roster import import_roster, preview_roster
from tournaments.services.events.events import create_event, finish_event

CUP = """name,rating
Abena Quill,1934
Bartosz Vane,1871
Chiara Moss,1808
Dmitri Larch,1742
Edda Nightjar,1690
Farouk Pell,1655
"""
TEAMS = """name,rating,team
Abena Quill,1934,Anchors
Hiro Tansy,1537,Anchors
Bartosz Vane,1871,Buoys
Greta Oxbow,1583,Buoys
Chiara Moss,1808,Cutters
Imani Sable,1460,Cutters
Dmitri Larch,1742,Dinghies
Jonas Fenwick,1398,Dinghies
"""


def add_cup(director: User, club: Club, today: date, dictionary: int) -> Division:
    """Six players in a bracket of eight, so that the first two seeds have a bye; third place is played for."""
    division = _division(
        director, club, "Breakwater Cup", "breakwater-cup", today - timedelta(days=60), CUP, dictionary
    )
    options = {"bracket": 8, "third_place": True}
    return _play(director, division, system="elimination", options=options)


def add_team_event(director: User, club: Club, today: date, dictionary: int) -> Division:
    """Four teams of two, each against each other."""
    division = _division(
        director, club, "Quayside Teams", "quayside-teams", today - timedelta(days=30), TEAMS, dictionary
    )
    return _play(director, division, system="team_matches", options={"team_system": "round_robin"})


def _division(actor: User, club: Club, name: str, slug: str, day: date, roster: str, dictionary: int) -> Division:
    """An unrated event of three rounds with this roster; returns its division."""
    data = DivisionInput(lexicon_version_id=dictionary).with_settings(rounds_planned=3, seed=2026)
    event = create_event(actor=actor, club=club, data=EventInput(name=name, slug=slug, starts_on=day, division=data))
    division = event.divisions.get()
    rows = preview_roster(division=division, text=roster, format="csv").rows
    import_roster(actor=actor, division=division, rows=rows)
    return division


def _play(actor: User, division: Division, *, system: str, options: Mapping[str, object]) -> Division:
    """Three rounds by scores, always the same, and the end."""
    dice = random.Random(division.event.slug)  # noqa: S311 - a seeded demo, not a secret
    for number in (1, 2, 3):
        for line in publish(actor, division, number, system=system, options=options):
            scores = ResultInput(first_score=dice.randint(340, 470), second_score=dice.randint(330, 460))
            report(line, "first", scores)
            report(line, "second", scores)
    finish_event(actor=actor, event=division.event)
    return division
