"""From the text of a roster to what importing it will do: which lines are players of the club, which are new."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from django.utils.translation import gettext as _

from clubs.models import Player
from tournaments.engine.importers import roster as parsed
from tournaments.engine.importers.table import parse_table
from tournaments.engine.importers.tsh import parse_tsh
from tournaments.engine_words import roster_problem
from tournaments.models import Division, Entry
from tournaments.services.listed_ratings import Lists, lists_of


class RosterAction(StrEnum):
    """What importing a line will do."""

    NEW_PLAYER = "new"  # a player nobody in the club has entered before
    KNOWN_PLAYER = "known"  # the club's player ``player_id``
    ALREADY_ENTERED = "entered"  # in the division already: the line changes nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterRow:
    """One player of a roster. ``line`` counts from 1 in the text it came from (0: typed into the form).

    ``rating`` and ``career_games`` are those of the line, else of the list that the division's ratings were taken from, else
    those of its rating pool; ``rating_source`` is the name of that list, "" for a line's own.
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


@dataclass(frozen=True, slots=True)
class RosterProblem:
    """A line that cannot be imported: what is wrong with it and what to do. Line 0: the text as a whole."""

    line: int
    text: str
    message: str
    remedy: str


@dataclass(frozen=True, slots=True)
class RosterPreview:
    """What importing the text would do. With any problem, nothing is imported. ``unused``: keys of the file that are not read."""

    rows: tuple[RosterRow, ...]
    problems: tuple[RosterProblem, ...] = ()
    unused: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the roster can be imported."""
        return bool(self.rows) and not self.problems


def read_roster(text: str | bytes, format: str) -> tuple[list[RosterRow], list[RosterProblem]]:
    """The lines of a roster and what is wrong with them, before anybody is looked up. Never raises for bad text."""
    parse = parse_tsh(text) if format == "tsh" else parse_table(text)
    problems = [RosterProblem(item.line, item.text, *roster_problem(item.name, item.values)) for item in parse.problems]
    return [_row(item) for item in parse.rows], problems


def _row(item: parsed.RosterRow) -> RosterRow:
    return RosterRow(
        name=item.name,
        line=item.line,
        rating=item.rating,
        career_games=item.career_games,
        external_id=item.external_id,
        player_class=item.player_class,
        team=item.team,
        club=item.club,
    )


@dataclass(slots=True)
class _Known:
    """The club's players by federation id and by name, who of them is entered, and the lists that rate them."""

    by_id: dict[str, int] = field(default_factory=dict)
    by_name: dict[str, list[int]] = field(default_factory=dict)
    entered: set[int] = field(default_factory=set)
    ids: dict[int, str] = field(default_factory=dict)
    lists: Lists = field(default_factory=Lists)


def _known(division: Division) -> _Known:
    """Seven queries at most, whatever the size."""
    entered = set(Entry.objects.filter(division=division).values_list("player_id", flat=True))
    known = _Known(entered=entered, lists=lists_of(division))
    players = Player.objects.filter(home_club=division.event.club_id).order_by("pk")
    for pk, name, external_id in players.values_list("pk", "name", "external_id"):
        known.by_name.setdefault(name.casefold(), []).append(pk)
        if external_id:
            known.by_id[external_id.casefold()] = pk
            known.ids[pk] = external_id
    return known


def resolve(division: Division, rows: Sequence[RosterRow], problems: Iterable[RosterProblem]) -> RosterPreview:
    """Look up who each line means, in the club as it is now; whatever the rows claimed before is not trusted."""
    known = _known(division)
    found = list(problems)
    resolved: list[RosterRow] = []
    seen: dict[int | str, int] = {}
    named = {problem.line for problem in found}  # the parser has said already what is wrong with these
    for row in rows:
        if row.line in named:
            continue
        problem = _impossible(row)
        player_id = None
        if problem is None:
            player_id, problem = _look_up(row, known)
        who: int | str = row.name.casefold() if player_id is None else player_id
        if problem is None and who in seen:
            problem = _problem(
                row,
                _("This is the player of line %(line)d once more.") % {"line": seen[who]},
                _("Remove one of the two lines."),
            )
        if problem is not None:
            found.append(problem)
            continue
        seen[who] = row.line
        resolved.append(_resolved(row, player_id, known))
    return RosterPreview(tuple(resolved), tuple(sorted(found, key=lambda item: item.line)))


def _look_up(row: RosterRow, known: _Known) -> tuple[int | None, RosterProblem | None]:
    if row.external_id and row.external_id.casefold() in known.by_id:
        return known.by_id[row.external_id.casefold()], None
    named = known.by_name.get(row.name.casefold(), [])
    if row.player_id in named:
        return row.player_id, None
    if row.external_id:
        # A new id is a new person, unless the club knows exactly one player of this name without any id.
        with_id = set(known.by_id.values())
        named = [player for player in named if player not in with_id]
    if len(named) > 1:
        message = _("The club has %(count)d players of this name.") % {"count": len(named)}
        return None, _problem(row, message, _("Add the federation id to tell them apart."))
    return (named[0] if named else None), None


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


def _resolved(row: RosterRow, player_id: int | None, known: _Known) -> RosterRow:
    clean = replace(row, name=parsed.clean_name(row.name), player_id=player_id, rating=row.rating or None)
    clean = replace(clean, action=_action(player_id, known))
    if clean.rating is not None:
        return clean
    identity = clean.external_id or (known.ids.get(player_id, "") if player_id is not None else "")
    offered = known.lists.rating_of(clean.name, identity, player_id)
    if offered is None:
        return clean
    games = offered.games if clean.career_games is None else clean.career_games
    return replace(clean, rating=offered.rating, career_games=games, rating_source=offered.source)


def _action(player_id: int | None, known: _Known) -> RosterAction:
    if player_id is None:
        return RosterAction.NEW_PLAYER
    return RosterAction.ALREADY_ENTERED if player_id in known.entered else RosterAction.KNOWN_PLAYER
