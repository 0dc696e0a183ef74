"""Who is here and who is not yet, what players have told the director, and who is missing at the tables."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from django.db.models import Max, Q
from django.utils import timezone

from clubs.names import in_order
from ratings.queries.players import same_person
from tournaments.engine.round_clock import Act
from tournaments.models import (
    Absence,
    Arrival,
    AtTable,
    Ban,
    CheckIn,
    ClockMark,
    Entry,
    Event,
    Pairing,
    PlayerNotice,
    ResultKind,
    Round,
    Seat,
)
from tournaments.queries.rounds import PairingLine, pairing_lines

Presence = Literal["here", "missing", "absent"]


def check_in_of(event: Event) -> CheckIn | None:
    """How the event checks players in; None if it does not. No query where it was loaded with the event."""
    return getattr(event, "check_in", None)


@dataclass(frozen=True, slots=True)
class DeskLine:
    """A player at the desk. ``round``: the next one of the division; ``absence``: what that round counts for somebody absent.

    ``late``: the minutes that a player who is not here yet has told.
    """

    entry_id: int
    name: str
    number: int
    division: str
    division_slug: str
    club: str
    round: int
    presence: Presence
    at: datetime | None = None
    absence: str = ""
    late: int | None = None


def desk_lines(event: Event) -> list[DeskLine]:
    """Everybody who is expected, of all divisions, by name; withdrawn players are left out. Four queries."""
    entries = Entry.objects.filter(division__event=event, status=Entry.Status.ACTIVE)
    following = next_rounds(event)
    absences = {
        (entry, number): kind
        for entry, number, kind in Absence.objects.filter(entry__in=entries).values_list(
            "entry_id", "round_number", "kind"
        )
    }
    late_notices = PlayerNotice.objects.filter(entry__in=entries, kind=PlayerNotice.Kind.LATE).order_by("pk")
    late = dict(late_notices.values_list("entry_id", "minutes"))
    lines = [
        _desk_line(entry, following.get(entry.division_id, 1), absences, late.get(entry.pk))
        for entry in entries.select_related("division", "arrival")
    ]
    return sorted(lines, key=lambda line: in_order(line.name))


def next_rounds(event: Event) -> dict[int, int]:
    """The round that each division with public rounds plays next. One query."""
    public = Round.objects.filter(division__event=event).exclude(state=Round.State.DRAFT).order_by()
    return {pk: last + 1 for pk, last in public.values_list("division").annotate(last=Max("number"))}


def _desk_line(entry: Entry, following: int, absences: dict[tuple[int, int], str], late: int | None) -> DeskLine:
    arrival: Arrival | None = getattr(entry, "arrival", None)
    number = max(following, entry.joined_round)
    kind = absences.get((entry.pk, number), "")
    presence: Presence = "here" if arrival is not None else "absent" if kind or number > following else "missing"
    return DeskLine(
        entry_id=entry.pk,
        name=entry.name,
        number=entry.number,
        division=entry.division.name,
        division_slug=entry.division.slug,
        club=entry.club or entry.team,
        round=number,
        presence=presence,
        at=arrival.at if arrival is not None else None,
        absence=str(Absence.Kind(kind).label) if kind else "",
        late=late,
    )


@dataclass(frozen=True, slots=True)
class OpenNotice:
    """A notice that waits for an answer. ``plays``: the round in which a player who has withdrawn is still paired, or None."""

    notice: PlayerNotice
    plays: int | None


def open_notices(event: Event) -> list[OpenNotice]:
    """What players have told and nobody has answered, the oldest first. One query; two where somebody has withdrawn."""
    open_ones = PlayerNotice.objects.filter(entry__division__event=event, answer="")
    notices = list(open_ones.select_related("entry__division"))
    gone = [notice.entry_id for notice in notices if notice.kind == PlayerNotice.Kind.WITHDRAWN]
    paired = games_without_result(event, gone) if gone else {}
    return [
        OpenNotice(notice, paired.get(notice.entry_id) if notice.kind == PlayerNotice.Kind.WITHDRAWN else None)
        for notice in notices
    ]


def games_without_result(event: Event, entries: Collection[int]) -> dict[int, int]:
    """The first published round in which each entry still has a game without a result. One query."""
    games = Pairing.objects.filter(round__division__event=event, seats__entry__in=entries, kind=Pairing.Kind.GAME)
    games = games.exclude(round__state=Round.State.DRAFT).exclude(result__state="confirmed").order_by("-round__number")
    return dict(games.values_list("seats__entry", "round__number"))


@dataclass(frozen=True, slots=True)
class LateTable:
    """A game whose time to begin is over and at which somebody is missing. ``minutes``: since the round began.

    ``forfeit``: the result that the one missing player's forfeit gives; "" where that is not to be had with one tap.
    """

    line: PairingLine
    division_slug: str
    missing: tuple[str, ...]
    missing_ids: tuple[int, ...]
    minutes: int
    forfeit: str


def late_tables(event: Event, now: datetime | None = None) -> list[LateTable]:
    """The tables that the forfeit timer is about, by division and table. No query without a timer, else six at most."""
    check_in = check_in_of(event)
    if check_in is None or check_in.forfeit_minutes is None or event.state != Event.State.RUNNING:
        return []
    now = now or timezone.now()
    limit = timedelta(minutes=check_in.forfeit_minutes)
    rounds = {round_.pk: (round_, began) for round_, began in _began(event) if now - began >= limit}
    if not rounds:
        return []
    games = Pairing.objects.filter(round__in=rounds, kind=Pairing.Kind.GAME, result__isnull=True)
    round_of = dict(games.values_list("pk", "round"))
    at_table = set(AtTable.objects.filter(pairing__in=list(round_of)).values_list("pairing_id", "entry_id"))
    tables = []
    for line in pairing_lines(Seat.objects.filter(pairing__in=list(round_of))) if round_of else ():
        round_, began = rounds[round_of[line.pairing_id]]
        away = [seat for seat in line.seats if (line.pairing_id, seat.entry_id) not in at_table]
        if away:
            tables.append(
                LateTable(
                    line=line,
                    division_slug=round_.division.slug,
                    missing=tuple(seat.name for seat in away),
                    missing_ids=tuple(seat.entry_id for seat in away),
                    minutes=int((now - began).total_seconds()) // 60,
                    forfeit=_forfeit(line, [seat.entry_id for seat in away]),
                )
            )
    return tables


def _forfeit(line: PairingLine, away: Collection[int]) -> str:
    if len(line.seats) != 2 or len(away) != 1:
        return ""
    return str(ResultKind.FORFEIT_LOSS if line.seats[0].entry_id in away else ResultKind.FORFEIT_WIN)


def _began(event: Event) -> Iterable[tuple[Round, datetime]]:
    """The rounds in play, and when each began: when its clock was started, or else when it was published. Two queries."""
    rounds = Round.objects.filter(division__event=event, state=Round.State.PUBLISHED, published_at__isnull=False)
    marks = ClockMark.objects.filter(clock__event=event, act=Act.START).select_related("clock").order_by("at")
    started = list(marks)
    for round_ in rounds.select_related("division").order_by("division__position", "number"):
        assert round_.published_at is not None
        after = [mark.at for mark in started if mark.at >= round_.published_at and _times(mark, round_)]
        yield round_, after[0] if after else round_.published_at


def _times(mark: ClockMark, round_: Round) -> bool:
    clock = mark.clock
    return clock.division_id is None or (clock.division_id, clock.round_number) == (round_.division_id, round_.number)


def bans_of(event: Event, players: Collection[int]) -> dict[int, Ban]:
    """The bans of the event's club that hold on its day, by the player's id; merged players are one. One query, two with bans."""
    if not players:
        return {}
    bans = list(Ban.objects.filter(club=event.club_id).filter(Q(until=None) | Q(until__gte=event.starts_on)))
    if not bans:
        return {}
    same = same_person()
    banned = {same.get(ban.player_id, ban.player_id): ban for ban in bans}
    return {player: banned[same.get(player, player)] for player in players if same.get(player, player) in banned}


def by_club(lines: Iterable[DeskLine]) -> list[tuple[str, list[DeskLine]]]:
    """The players by club (or team) for the roll call, those without one last."""
    groups: dict[str, list[DeskLine]] = defaultdict(list)
    for line in lines:
        groups[line.club].append(line)
    return sorted(groups.items(), key=lambda group: (not group[0], in_order(group[0])))
