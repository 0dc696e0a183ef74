"""Use cases of a club's membership list: a line set, removed, imported."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.log import log_action
from clubhouse.inputs import RollInput
from clubhouse.models import RollMember
from clubhouse.queries import roll_of
from clubhouse.services.people import Meant, players_meant, who_is_meant
from clubs.models import Club, User
from clubs.permissions import Action, require
from core.csv_text import csv_text
from core.typed import cells_of, plain_separators
from tournaments.errors import TournamentError
from tournaments.services.entries.same_names import WhoIsMeantError

#: The columns of a file, in order.
COLUMNS = ("name", "kind", "joined", "left", "dues until", "office", "note")
MOST_LINES = 2_000
_MOST_NAME = 80


def _values(data: RollInput) -> dict[str, Any]:
    return {name: value.strip() if isinstance(value, str) else value for name, value in asdict(data).items()}


def _logged(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in values.items()}


@transaction.atomic
def add_member(*, actor: User, club: Club, name: str, data: RollInput, same_as: int | None = None) -> RollMember:
    """Put somebody on the roll: a player of the club, or a new one. ``same_as``: who a similar name means, as in a roster.

    Raises TournamentError for a name that is on the roll, WhoIsMeantError.
    """
    require(actor, club, Action.MANAGE_PLAYERS)
    Club.objects.select_for_update().get(pk=club.pk)
    clean = " ".join(name.split())
    if not 1 <= len(clean) <= _MOST_NAME:
        raise TournamentError(
            _("Give the player a name (up to %(max)d characters).") % {"max": _MOST_NAME}, code="name"
        )
    answers = {} if same_as is None else {clean.casefold(): same_as}
    meant = who_is_meant(club, [clean], answers)
    one = meant[clean.casefold()]
    if one.player is None:
        raise WhoIsMeantError(clean, one.similar)
    if RollMember.objects.filter(club=club, player=one.player).exists():
        raise TournamentError(_("%(name)s is already on the membership list.") % {"name": clean}, code="name")
    player = players_meant(club, meant)[clean.casefold()]
    member = RollMember.objects.create(club=club, player=player, **_values(data))
    _log(actor, member, "roll.added", {}, {"player": player.pk, **_logged(_values(data))})
    return member


@transaction.atomic
def update_member(*, actor: User, member: RollMember, data: RollInput) -> RollMember:
    """Change a line of the roll."""
    require(actor, member.club, Action.MANAGE_PLAYERS)
    current = RollMember.objects.select_for_update().get(pk=member.pk)
    values = _values(data)
    before = {name: getattr(current, name) for name, value in values.items() if getattr(current, name) != value}
    if not before:
        return current
    for name in before:
        setattr(current, name, values[name])
    current.save(update_fields=list(before))
    _log(actor, current, "roll.changed", _logged(before), _logged({name: values[name] for name in before}))
    return current


@transaction.atomic
def remove_member(*, actor: User, member: RollMember) -> None:
    """Take a line off the roll: it was a mistake. Who leaves gets a date instead; the player and all games stay."""
    require(actor, member.club, Action.MANAGE_PLAYERS)
    _log(actor, member, "roll.removed", {"player": member.player_id}, {})
    member.delete()


def _log(actor: User, member: RollMember, verb: str, before: dict[str, Any], after: dict[str, Any]) -> None:
    log_action(actor=actor, verb=verb, target=member, scope=f"club:{member.club_id}", before=before, after=after)


@dataclass(frozen=True, slots=True)
class RollLine:
    """A line of a file that can be read. ``player``: whom it means, as ``Meant``; ``changes``: whether it is on the roll already."""

    line: int
    meant: Meant
    data: RollInput
    changes: bool


@dataclass(frozen=True, slots=True)
class RollPreview:
    """What importing a file would do. With a fault or an open question nothing is imported."""

    lines: tuple[RollLine, ...]
    faults: tuple[str, ...]

    @property
    def questions(self) -> list[RollLine]:
        """The lines whose names are only similar to known ones."""
        return [line for line in self.lines if line.meant.player is None]

    @property
    def unclear(self) -> list[Meant]:
        """The names about which somebody was, or is, asked."""
        return [line.meant for line in self.lines if line.meant.similar]

    @property
    def ok(self) -> bool:
        """Whether the file can be imported."""
        return bool(self.lines) and not self.faults and not self.questions


_FAULTS = {
    "columns": gettext_lazy("Line %(line)d: the first line must name the columns: %(columns)s."),
    "name": gettext_lazy("Line %(line)d: the name is missing or too long."),
    "twice": gettext_lazy("Line %(line)d: “%(value)s” is already on an earlier line."),
    "kind": gettext_lazy("Line %(line)d: “%(value)s” is not a kind of membership; the kinds are %(kinds)s."),
    "date": gettext_lazy("Line %(line)d: “%(value)s” is not a date; write it as 2026-05-31."),
    "lines": gettext_lazy("The file has more than %(most)d lines; import it in parts."),
}


def preview_roll(club: Club, text: str, answers: Mapping[str, int] | None = None) -> RollPreview:
    """Read a file and say what importing it would do; writes nothing, never raises for a bad file."""
    rows = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not rows:
        return RollPreview((), ())
    delimiter = max(",;\t", key=rows[0][1].count)
    head = [cell.strip().casefold() for cell in _cells(rows[0][1], delimiter)]
    if "name" not in head:
        return RollPreview((), (_fault("columns", rows[0][0]),))
    if len(rows) > MOST_LINES:
        return RollPreview((), (_fault("lines", rows[MOST_LINES][0]),))
    faults: list[str] = []
    read: list[tuple[int, str, RollInput]] = []
    seen: set[str] = set()
    for number, line in rows[1:]:
        cells = dict(zip(head, _cells(line, delimiter), strict=False))
        name = " ".join(cells.get("name", "").split())
        if not 1 <= len(name) <= _MOST_NAME:
            faults.append(_fault("name", number))
            continue
        if name.casefold() in seen:
            faults.append(_fault("twice", number, name))
        seen.add(name.casefold())
        try:
            read.append((number, name, _input(cells)))
        except _BadCellError as bad:
            faults.append(_fault(bad.code, number, bad.value))
        except ValidationError as error:
            faults.append(_("Line %(line)d: %(problem)s") % {"line": number, "problem": " ".join(error.messages)})
    meant = who_is_meant(club, [name for _line, name, _data in read], answers)
    on_roll = set(RollMember.objects.filter(club=club).values_list("player_id", flat=True))
    first: dict[int, int] = {}
    for number, name, _data in read:
        player = meant[name.casefold()].player
        if player and first.setdefault(player, number) != number:
            faults.append(_fault("twice", number, name))
    lines = [
        RollLine(number, meant[name.casefold()], data, meant[name.casefold()].player in on_roll)
        for number, name, data in read
    ]
    return RollPreview(tuple(lines), tuple(faults))


class _BadCellError(TournamentError):
    """A cell that cannot be read."""

    def __init__(self, code: str, value: str) -> None:
        super().__init__(code, code=code)
        self.value = value[:40]


def _fault(code: str, line: int, value: str = "") -> str:
    kinds = ", ".join(RollMember.Kind.values)
    return str(_FAULTS[code]) % {
        "line": line,
        "value": value,
        "kinds": kinds,
        "columns": ", ".join(COLUMNS),
        "most": MOST_LINES,
    }


def _cells(line: str, delimiter: str) -> list[str]:
    return cells_of(plain_separators(line), delimiter)


def _input(cells: Mapping[str, str]) -> RollInput:
    kind = cells.get("kind", "").strip()
    labels = {str(label).casefold(): value for value, label in RollMember.Kind.choices}
    known = labels.get(kind.casefold(), kind.casefold()) or RollMember.Kind.FULL.value
    if known not in RollMember.Kind.values:
        raise _BadCellError("kind", kind)
    return RollInput(
        kind=known,
        joined_on=_day(cells.get("joined", "")),
        left_on=_day(cells.get("left", "")),
        dues_until=_day(cells.get("dues until", "")),
        office=_plain(cells.get("office", "")),
        note=_plain(cells.get("note", "")),
    )


def _day(text: str) -> date | None:
    if not text.strip():
        return None
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise _BadCellError("date", text.strip()) from None


@transaction.atomic
def import_roll(*, actor: User, club: Club, text: str, answers: Mapping[str, int] | None = None) -> int:
    """Put the lines of a file on the roll, all or none: new members, and new values for those on it. How many lines.

    Raises TournamentError with what is wrong, and while a similar name is not answered.
    """
    require(actor, club, Action.MANAGE_PLAYERS)
    Club.objects.select_for_update().get(pk=club.pk)
    preview = preview_roll(club, text, answers)
    if not preview.ok:
        questions = [
            _("Line %(line)d: who is “%(name)s”?") % {"line": one.line, "name": one.meant.name}
            for one in preview.questions
        ]
        raise TournamentError(
            _("Nothing was imported. %(faults)s") % {"faults": " ".join([*preview.faults, *questions])}, code="roll"
        )
    players = players_meant(club, {one.meant.name.casefold(): one.meant for one in preview.lines})
    for one in preview.lines:
        player = players[one.meant.name.casefold()]
        RollMember.objects.update_or_create(club=club, player=player, defaults=_values(one.data))
    log_action(
        actor=actor,
        verb="roll.imported",
        target=club,
        scope=f"club:{club.pk}",
        after={"lines": len(preview.lines)},
    )
    return len(preview.lines)


def roll_file(club: Club) -> str:
    """The whole roll as CSV, as ``import_roll`` reads it. One query."""
    rows = []
    for member in roll_of(club, "all"):
        days = (member.joined_on, member.left_on, member.dues_until)
        written = [day.isoformat() if day else "" for day in days]
        rows.append([member.player.name, member.kind, *written, member.office, member.note])
    return csv_text(COLUMNS, rows)


def _plain(text: str) -> str:
    """A text as it was before it was made safe for spreadsheets."""
    stripped = text.strip()
    return stripped[1:] if stripped[:1] == "'" and stripped[1:2] in set("=+-@") else stripped


def erase_from_roll(players: Sequence[int]) -> None:
    """Take what only the roll knows off the lines of erased people: their lines go."""
    RollMember.objects.filter(player__in=players).delete()
