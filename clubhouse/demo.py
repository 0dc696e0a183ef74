"""The demo's club as a home: a text, a regular night, members, and results from before."""

import random
from datetime import date, time, timedelta
from itertools import combinations

from django.utils import timezone

from clubhouse.inputs import NightPlanInput, RollInput
from clubhouse.models import RollMember
from clubhouse.services.archive import import_archive
from clubhouse.services.nights import save_plan
from clubhouse.services.roll import add_member
from clubs.models import Club, User
from clubs.services import ClubChanges, update_club
from stats.services.records import read_records

_ABOUT = (
    "We play every **Thursday**, upstairs at the old ferry office. "
    "Visitors are welcome: the first evening is free, and there is always a spare set.\n\n"
    "- Beginners sit with a member who explains how it all works\n- Tea at half time\n- An open tournament twice a year\n"
)
_MEMBERS = (
    ("Abena Quill", "Chair", "full", 0),
    ("Bartosz Vane", "Treasurer", "full", 0),
    ("Chiara Moss", "", "full", 0),
    ("Dmitri Larch", "", "reduced", -200),
    ("Edda Nightjar", "Librarian", "honorary", 0),
    ("Farouk Pell", "", "full", -30),
    ("Greta Oxbow", "", "junior", 0),
    ("Hiro Tansy", "", "guest", 0),
)
_TABLE = ("Abena Quill", "Bartosz Vane", "Chiara Moss", "Dmitri Larch", "Edda Nightjar", "Farouk Pell")


def add_club_life(director: User, club: Club) -> None:
    """Give the demo's club what a club has after some years."""
    today = timezone.localdate()
    details = ClubChanges(
        name=club.name,
        about=_ABOUT,
        place="The old ferry office, 3 Quay Street",
        map_url="https://www.openstreetmap.org/",
        languages="English, 日本語",
        time_zone="Europe/London",
    )
    update_club(actor=director, club=club, data=details)
    thursday = today - timedelta(days=(today.weekday() - 3) % 7 + 364)
    plan = NightPlanInput(name="Thursday night", first_on=thursday, starts_at=time(19), template="club_night")
    save_plan(actor=director, club=club, data=plan)
    for name, office, kind, days in _MEMBERS:
        paid = today + timedelta(days=days or 200)
        data = RollInput(
            kind=RollMember.Kind(kind), joined_on=date(2019, 5, 2), dues_until=paid, office=office, note=""
        )
        add_member(actor=director, club=club, name=name, data=data)
    for years in (1, 2):
        text = _old_results(today - timedelta(days=365 * years), f"Harvest Evening {today.year - years}")
        import_archive(actor=director, club=club, text=text, today=today)
    read_records()


def _old_results(day: date, event: str) -> str:
    """A round robin of six, as an old notebook has it."""
    dice = random.Random(event)  # noqa: S311 - a seeded demo, not a secret
    lines = [
        f"{day.isoformat()},{event},,{first},{second},{round(dice.gauss(390, 45))},{round(dice.gauss(370, 45))}"
        for first, second in combinations(_TABLE, 2)
    ]
    return "\n".join(lines)
