"""Boring helpers that bring about the states tests start from, always through the services."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import date
from typing import Any, TypedDict, Unpack

from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, Role, User
from clubs.services import ClubInput, create_club, set_member
from jobs.models import Job
from jobs.services import run_job
from lexicon.models import Lexicon, LexiconVersion
from ratings.models import RatingPool
from ratings.services.pools import create_pool
from tournaments.engine.results import SEATS, Side
from tournaments.inputs.events import DivisionInput, EventInput
from tournaments.inputs.results import ResultInput, ScoresheetInput
from tournaments.models import Division, Entry, Pairing, PersonalLink, Round
from tournaments.queries.rounds import PairingLine, SeatLine, pairings_of
from tournaments.services.entries.personal_links import key_of
from tournaments.services.entries.roster import import_roster
from tournaments.services.entries.roster_lines import RosterRow
from tournaments.services.events.events import create_event
from tournaments.services.results.results import SubmissionOutcome, submit_scoresheet
from tournaments.services.rounds.pairing import draft_round
from tournaments.services.rounds.publish import publish_round
from tournaments.settings import DivisionSettings

PASSWORD = "correct horse battery staple"
NAMES = ["Ada", "Ben", "Cem", "Dua", "Eli", "Fay", "Gus", "Hal", "Ivo", "Jun", "Kai", "Lea"]
DAY = date(2026, 5, 2)
_tokens = itertools.count(1)
_COLUMNS = frozenset({"name", "game", "rules_slug", "lexicon_version_id", "rating_pool_id"})


def user(name: str) -> User:
    """A user who can sign in with ``PASSWORD``."""
    return User.objects.create_user(name, password=PASSWORD)


def club(director: User, name: str = "Harbour") -> Club:
    """A club directed by ``director``."""
    return create_club(actor=director, data=ClubInput(name=name))


def member(of: Club, director: User, role: str, name: str = "") -> User:
    """A new user with this role in the club."""
    account = user(name or f"{role}-{of.slug}")
    set_member(actor=director, club=of, username=account.username, role=role)
    return account


def entrant(name: str) -> User:
    """A new user who is the player of this entry."""
    account = user(name.casefold())
    player = Entry.objects.get(name=name).player
    assert player is not None
    player.user = account
    player.save(update_fields=["user"])
    return account


def everybody(of: Club, director: User) -> dict[str, User]:
    """One user for each role of the club, and one of another club ("outsider")."""
    people = {Role.DIRECTOR.value: director}
    for role in set(Role) - {Role.DIRECTOR}:
        people[role.value] = member(of, director, role.value)
    outsider = user("outsider")
    create_club(actor=outsider, data=ClubInput(name="Elsewhere"))
    return {**people, "outsider": outsider}


def pool(of: Club, director: User) -> RatingPool:
    """A rating pool of the club."""
    return create_pool(name=f"{of.name} ratings", slug=f"{of.slug}-ratings", club=of, actor=director)


def nouns() -> LexiconVersion:
    """An edition of Japanese nouns."""
    lexicon = Lexicon.objects.create(slug="nouns", name="Nouns", language="ja")
    return LexiconVersion.objects.create(lexicon=lexicon, label="1", checksum="a" * 64, word_count=1, file_name="nouns")


def division_data(**values: Any) -> DivisionInput:
    """A division's input; settings stand among the other values."""
    columns = {name: values.pop(name) for name in _COLUMNS & values.keys()}
    return DivisionInput(**columns, settings=DivisionSettings(**values))


def change(divisions: Division | QuerySet[Division], **values: Any) -> None:
    """Write these columns and settings past the services."""
    columns = {name: values.pop(name) for name in {*_COLUMNS, "lexicon_version", "rating_pool"} & values.keys()}
    for one in [divisions] if isinstance(divisions, Division) else divisions:
        for name, value in columns.items():
            setattr(one, name, value)
        one.settings = one.settings.changed(**values)
        one.save()


def division(of: Club, director: User, *, pool: RatingPool | None = None, **values: Any) -> Division:
    """The only division of a new event; ``values``: its columns and settings."""
    given = division_data(**{"rating_pool_id": pool.pk if pool else None, **values})
    data = EventInput(name="Spring Open", starts_on=DAY, table_links=True, division=given)
    event = create_event(actor=director, club=of, data=data)
    return event.divisions.select_related("event__club", "rating_pool").get()


def entries(of: Division, director: User, count: int) -> list[Entry]:
    """The first ``count`` of ``NAMES`` (with numbers after the twelfth), rated 1800, 1790, …"""
    rows = [
        RosterRow(
            name=NAMES[index % 12] + ("" if index < 12 else f" {index // 12}"), line=index + 1, rating=1800 - 10 * index
        )
        for index in range(count)
    ]
    return import_roster(actor=director, division=of, rows=rows, despite_double_booking=True)


def publish(of: Division, director: User, number: int, *, despite_missing: bool = False) -> Round:
    """Round ``number``, drafted and published."""
    drafted = draft_round(actor=director, division=of, number=number, despite_missing=despite_missing)
    return publish_round(actor=director, round_id=drafted.pk, expected_version=drafted.version)


def start(of: Division, director: User, count: int) -> Round:
    """``count`` players, and round 1 drafted and published."""
    entries(of, director, count)
    return publish(of, director, 1)


def use_dictionary(of: Division, version: LexiconVersion) -> Division:
    """The division's words are checked by this edition from now on."""
    of.lexicon_version = version
    of.save(update_fields=["lexicon_version"])
    return of


@dataclass(frozen=True, slots=True)
class Game(PairingLine):
    """A pairing that is no bye."""

    second: SeatLine


def games(of: Round) -> list[Game]:
    """The round's games (no byes) by table."""
    return [
        Game(**{item.name: getattr(line, item.name) for item in fields(line)})
        for line in pairings_of(of)
        if line.second
    ]


def queries(work: Callable[[], object]) -> int:
    """How many queries ``work`` takes."""
    with CaptureQueriesContext(connection) as captured:
        work()
    return len(captured)


class SheetFields(TypedDict, total=False):
    """The fields of ScoresheetInput that a report may set in place of two scores and a token of its own."""

    client_token: str
    result: ResultInput | None
    record: bytes


def personal_link(pairing_id: int, side: str) -> int | None:
    """The id of the link of the player who sits there; None for an official, and for an empty seat."""
    if side not in SEATS:
        return None
    at = {"entry__seats__pairing": pairing_id, "entry__seats__position": SEATS.index(Side(side)) + 1}
    return PersonalLink.objects.filter(ended_at=None, **at).values_list("pk", flat=True).first()


def own_slip(pairing_id: int, side: str = "first") -> str:
    """The address of the game's page by the personal link of the player who sits there."""
    link = PersonalLink.objects.get(pk=personal_link(pairing_id, side) or 0)
    number = Round.objects.values_list("number", flat=True).get(pairings=pairing_id)
    return f"/p/{key_of(link)}/{number}/"


def report(
    pairing: int | Pairing,
    side: str,
    first: int,
    second: int,
    *,
    actor: User | None = None,
    **more: Unpack[SheetFields],
) -> SubmissionOutcome:
    """A report of two scores by the player's own link, with a token of its own, unless ``more`` says otherwise."""
    pairing_id = pairing if isinstance(pairing, int) else pairing.pk
    data = ScoresheetInput(
        side=side,
        channel="official" if side == "official" else "link",
        client_token=more.get("client_token", f"token-{next(_tokens)}"),
        result=more.get("result", ResultInput(first_score=first, second_score=second)),
        record=more.get("record", b""),
        link=personal_link(pairing_id, side),
    )
    return submit_scoresheet(pairing_id=pairing_id, data=data, actor=actor)


def agree(pairing: int | Pairing, first: int = 400, second: int = 350) -> SubmissionOutcome:
    """Both players report the same scores."""
    report(pairing, "first", first, second)
    return report(pairing, "second", first, second)


def run_jobs() -> None:
    """Do what is queued in the background, as a worker would, until nothing is left."""
    while job := Job.objects.filter(state=Job.State.QUEUED).order_by("pk").first():
        assert run_job(job_id=job.pk), Job.objects.get(pk=job.pk).error


def play(of: Round, *, lead: int = 50) -> None:
    """Every game of the round ends with the first player ``lead`` points ahead (table 1), then 10 less at each table."""
    for index, line in enumerate(games(of)):
        agree(line.pairing_id, 400 + lead - 10 * index, 400)
