"""From the text of a roster to what importing it will do: which lines are players of the club, which are new."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import islice

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Player
from tournaments.engine.importers import roster as parsed
from tournaments.engine.importers.files import read_file
from tournaments.models import Division, Entry, Round, Seat
from tournaments.queries.check_in import bans_of
from tournaments.services.entries.bans import ban_text
from tournaments.services.entries.double_booking import booked_elsewhere
from tournaments.services.entries.same_names import NEW_PLAYER, ClubNames, Similar, club_names
from tournaments.services.rating_link.listed_ratings import Lists, lists_of
from tournaments.wording.engine import roster_problem

#: What a line may change, with its label.
LABELS = {
    "name": gettext_lazy("name"),
    "rating": gettext_lazy("rating"),
    "career_games": gettext_lazy("games so far"),
    "player_class": gettext_lazy("class"),
    "team": gettext_lazy("team"),
    "club": gettext_lazy("club"),
    "external_id": gettext_lazy("federation id"),
}


@dataclass(frozen=True, slots=True)
class EntryChange:
    """One value of an entry that a line changes."""

    field: str
    before: str | int | None
    after: str | int

    @property
    def label(self) -> str:
        """The name of the value on pages."""
        return str(LABELS[self.field])


def _paired_entries(entries: Collection[Entry]) -> frozenset[int]:
    """Which of the entries (ids) sit in a published round: their rating stays. One query."""
    seats = Seat.objects.filter(entry__in=entries).exclude(round__state=Round.State.DRAFT)
    return frozenset(seats.values_list("entry_id", flat=True))


def _changes_of(
    entry: Entry, *, values: Mapping[str, str | int | None], federation_id: str, paired: bool
) -> tuple[tuple[EntryChange, ...], str]:
    """What the values of a line change, and a note of what stays the same. An empty value changes nothing."""
    changes = [
        EntryChange(name, getattr(entry, name), value)
        for name, value in values.items()
        if value not in (None, "") and getattr(entry, name) != value
    ]
    note = ""
    rating = next((change for change in changes if change.field == "rating"), None)
    if paired and rating is not None:
        note = _("the rating %(before)s stays: it has already been used to pair the player") % {
            "before": rating.before or "–"
        }
        changes = [change for change in changes if change.field not in {"rating", "career_games"}]
    if federation_id:
        changes.append(EntryChange("external_id", "", federation_id))
    return tuple(changes), note


#: What a line itself says, without what is looked up.
_READ = ("name", "line", "rating", "career_games", "external_id", "player_class", "team", "club")


class RosterAction(StrEnum):
    """What importing a line will do."""

    NEW_PLAYER = "new"  # a player nobody in the club has entered before
    KNOWN_PLAYER = "known"  # the club's player ``player_id``
    ALREADY_ENTERED = "entered"  # in the division already: the line changes nothing
    CHANGED = "changed"  # in the division already: the line changes what ``changes`` says
    ASK = "ask"  # nobody has this name, but ``similar`` players exist: who is meant must be answered


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterRow:
    """One player of a roster. ``line`` counts from 1 in the text it came from (0: typed into the form).

    ``rating`` and ``career_games`` are those of the line, else of the list that the division's ratings were taken from, else
    those of its rating pool; ``rating_source`` is the name of that list, "" for a line's own.

    ``same_as``: the answer to who is meant, the id of one of the club's players or ``NEW_PLAYER``; None: no answer yet.
    ``typed``: the name of the line where ``name`` is how the club spells it. ``also_in``: where else the player is entered.
    ``note``: what of the line is not imported, and why.
    """

    name: str
    line: int = 0
    rating: int | None = None
    career_games: int | None = None
    external_id: str = ""
    player_class: str = ""
    team: str = ""
    club: str = ""
    action: RosterAction = RosterAction.NEW_PLAYER
    player_id: int | None = None
    rating_source: str = ""
    same_as: int | None = None
    typed: str = ""
    similar: tuple[Similar, ...] = ()
    changes: tuple[EntryChange, ...] = ()
    note: str = ""
    also_in: tuple[str, ...] = ()
    ban: str = ""

    @property
    def is_new(self) -> bool:
        """Whether the line makes a new entry."""
        return self.action in {RosterAction.NEW_PLAYER, RosterAction.KNOWN_PLAYER}


@dataclass(frozen=True, slots=True)
class RosterProblem:
    """A line that cannot be imported: what is wrong with it and what to do. Line 0: the text as a whole."""

    line: int
    text: str
    message: str
    remedy: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class RosterPreview:
    """What importing the text would do. With any problem or open question, nothing is imported.

    ``unused``: keys of the file that are not read.
    """

    rows: tuple[RosterRow, ...]
    problems: tuple[RosterProblem, ...] = ()
    unused: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the roster can be imported."""
        return bool(self.rows) and not self.problems and not self.questions

    @property
    def questions(self) -> tuple[RosterRow, ...]:
        """The lines for which someone must say who is meant."""
        return tuple(row for row in self.rows if row.action is RosterAction.ASK)

    @property
    def double_booked(self) -> tuple[RosterRow, ...]:
        """The new entries whose player is entered elsewhere at the same time."""
        return tuple(row for row in self.rows if row.is_new and row.also_in)


def read_roster(
    text: str | bytes, format: str, part: str = ""
) -> tuple[list[RosterRow], list[RosterProblem], parsed.RosterParse]:
    """The lines of a roster and their problems, before players are looked up, and all that was read. Never raises for bad text.

    ``part``: the division meant, in a file that has several.
    """
    parse = read_file(text, format, part)
    problems = [
        RosterProblem(item.line, item.text, *roster_problem(item.name, item.values), item.code)
        for item in parse.problems
    ]
    return [_row(item) for item in parse.rows], problems, parse


def _row(item: parsed.RosterRow) -> RosterRow:
    return RosterRow(**{name: getattr(item, name) for name in _READ})


@dataclass(slots=True)
class _Club:
    """The club's players by federation id and by name, those entered already, and the lists that rate them."""

    by_id: dict[str, int] = field(default_factory=dict)
    by_name: dict[str, list[int]] = field(default_factory=dict)
    entered: dict[int, Entry] = field(default_factory=dict)
    ids: dict[int, str] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    lists: Lists = field(default_factory=Lists)
    spellings: ClubNames = field(default_factory=ClubNames)


def _club_of(division: Division) -> _Club:
    """Nine queries at most, whatever the size."""
    entered = {entry.player_id: entry for entry in Entry.objects.filter(division=division)}
    club = _Club(entered=entered, lists=lists_of(division))
    players = Player.objects.filter(home_club=division.event.club_id).order_by("pk")
    for pk, name, external_id in players.values_list("pk", "name", "external_id"):
        club.names[pk] = name
        club.by_name.setdefault(name.casefold(), []).append(pk)
        if external_id:
            club.by_id[external_id.casefold()] = pk
            club.ids[pk] = external_id
    club.spellings = club_names(division.event.club_id, club.names)
    return club


def resolve(division: Division, rows: Sequence[RosterRow], problems: Iterable[RosterProblem]) -> RosterPreview:
    """Look up who each line means in the club now; earlier look-ups of the rows are not trusted."""
    club = _club_of(division)
    faults = list(problems)
    resolved: list[RosterRow] = []
    line_of: dict[int | str, int] = {}
    refused = {problem.line for problem in faults}  # the parser has reported these already
    for row in rows:
        if row.line in refused:
            continue
        problem = _impossible(row)
        player_id = None
        if problem is None:
            player_id, problem = _look_up(row, club)
        player: int | str = row.name.casefold() if player_id is None else player_id
        if problem is None and player in line_of:
            problem = _problem(
                row,
                _("This is the same player as on line %(line)d.") % {"line": line_of[player]},
                _("Remove one of the two lines."),
            )
        if problem is not None:
            faults.append(problem)
            continue
        line_of[player] = row.line
        resolved.append(_resolved(row, player_id, club))
    compared = _compared(resolved, club)
    return RosterPreview(_with_places(division, compared), tuple(sorted(faults, key=lambda fault: fault.line)))


def _compared(rows: Sequence[RosterRow], club: _Club) -> list[RosterRow]:
    """The rows, with what they change where the player is entered already. One query if any is."""
    entries = [club.entered[row.player_id] for row in rows if row.player_id in club.entered]
    paired = _paired_entries(entries) if entries else frozenset()
    compared = []
    for row in rows:
        entry = club.entered.get(row.player_id) if row.player_id is not None else None
        if entry is None:
            compared.append(row)
            continue
        by_id = bool(row.external_id) and club.ids.get(entry.player_id, "").casefold() == row.external_id.casefold()
        changes, note = _changes_of(
            entry,
            values={name: getattr(row, name) for name in ("player_class", "team", "club")}
            | {"rating": None if row.rating_source else row.rating}
            | {"career_games": None if row.rating_source else row.career_games}
            | {"name": row.name if by_id or row.name.casefold() == entry.name.casefold() else ""},
            federation_id="" if entry.player_id in club.ids else row.external_id,
            paired=entry.pk in paired,
        )
        action = RosterAction.CHANGED if changes else RosterAction.ALREADY_ENTERED
        compared.append(replace(row, action=action, changes=changes, note=note))
    return compared


def _with_places(division: Division, rows: Sequence[RosterRow]) -> tuple[RosterRow, ...]:
    """The rows with where else their new players are entered, and whether the club has banned them. Four queries at most."""
    new = {row.player_id for row in rows if row.player_id is not None and row.is_new}
    places = booked_elsewhere(division, new)
    bans = {player: ban_text(ban) for player, ban in bans_of(division.event, new).items()}
    return tuple(
        replace(row, also_in=places.get(row.player_id, ()), ban=bans.get(row.player_id, ""))
        if row.player_id in new and row.player_id is not None
        else replace(row, also_in=(), ban="")
        for row in rows
    )


def _answered(row: RosterRow, club: _Club) -> tuple[int | None, RosterProblem | None]:
    """Who the answer means. A new player sent twice is the one entered the first time."""
    if row.same_as is not None and row.same_as <= NEW_PLAYER:
        entered = (player for player in club.by_name.get(row.name.casefold(), []) if player in club.entered)
        return next(islice(entered, NEW_PLAYER - row.same_as, None), None), None
    if row.same_as in club.names:
        return row.same_as, None
    message = _("The player chosen for “%(name)s” is not in the club.") % {"name": row.name}
    return None, _problem(row, message, _("Choose the player again."))


def _look_up(row: RosterRow, club: _Club) -> tuple[int | None, RosterProblem | None]:
    if row.external_id and row.external_id.casefold() in club.by_id:
        return club.by_id[row.external_id.casefold()], None
    if row.same_as is not None:
        return _answered(row, club)
    named = club.by_name.get(row.name.casefold(), [])
    if row.player_id in named:
        return row.player_id, None
    if row.external_id:
        # A new id is a new person, unless the club knows exactly one player of this name without any id.
        with_id = set(club.by_id.values())
        named = [player for player in named if player not in with_id]
    if len(named) > 1:
        message = _("The club has %(count)d players with this name.") % {"count": len(named)}
        return None, _problem(row, message, _("Add the federation id to tell them apart."))
    return (named[0] if named else club.spellings.alias(row.name)), None


def _impossible(row: RosterRow) -> RosterProblem | None:
    """Rows come from a form as well as from a parser: check what the database would refuse."""
    try:
        parsed.clean_name(row.name)
        parsed.clean_word(row.external_id, "id")
        parsed.clean_word(row.player_class, "class")
        parsed.clean_word(row.team, "team")
        parsed.clean_word(row.club, "club")
        parsed.clean_rating("" if row.rating is None else str(row.rating))
        parsed.clean_games("" if row.career_games is None else str(row.career_games))
    except parsed.BadLine as error:
        return _problem(row, *roster_problem(error.name, error.values))
    return None


def _problem(row: RosterRow, message: str, remedy: str) -> RosterProblem:
    return RosterProblem(row.line, row.name[: parsed.SHOWN], message, remedy)


def _resolved(row: RosterRow, player_id: int | None, club: _Club) -> RosterRow:
    clean = replace(row, name=parsed.clean_name(row.name), player_id=player_id, rating=row.rating or None)
    clean = _spelled(clean, club)
    if clean.rating is not None:
        return clean
    identity = clean.external_id or (club.ids.get(player_id, "") if player_id is not None else "")
    offered = club.lists.rating_of(clean.name, identity, player_id)
    if offered is None:
        return clean
    games = offered.games if clean.career_games is None else clean.career_games
    return replace(clean, rating=offered.rating, career_games=games, rating_source=offered.source)


def _spelled(row: RosterRow, club: _Club) -> RosterRow:
    """The row with what will be done, who might be meant, and the club's spelling where that was answered."""
    typed = row.typed or row.name
    similar = row.similar
    if row.player_id is None or row.same_as is not None:
        similar = similar or club.spellings.similar(typed, without=club.ids.keys() if row.external_id else ())
    if row.player_id is None:
        unclear = bool(similar) and row.same_as is None
        return replace(row, action=RosterAction.ASK if unclear else RosterAction.NEW_PLAYER, similar=similar)
    action = RosterAction.ALREADY_ENTERED if row.player_id in club.entered else RosterAction.KNOWN_PLAYER
    by_id = bool(row.external_id) and club.ids.get(row.player_id, "").casefold() == row.external_id.casefold()
    name = club.names.get(row.player_id, row.name)
    if by_id or name.casefold() == row.name.casefold():
        return replace(row, action=action, similar=similar)
    return replace(row, action=action, similar=similar, name=name, typed=typed)


def question_names(lines: Iterable[int]) -> list[str]:
    """What the question of each player is called: by the line, and “3-2” for the second player of line 3 in a list of games."""
    seen: Counter[int] = Counter()
    names = []
    for line in lines:
        seen[line] += 1
        names.append(str(line) if seen[line] == 1 else f"{line}-{seen[line]}")
    return names


def with_answers(rows: Sequence[RosterRow], answers: Mapping[str, int]) -> list[RosterRow]:
    """The rows with the answers to who is meant, by ``question_names``."""
    names = question_names(row.line for row in rows)
    return [replace(row, same_as=answers.get(name, row.same_as)) for name, row in zip(names, rows, strict=True)]
