"""Old results as events: one game a line, checked as a whole, imported all or none; they count for records and history."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.log import log_action
from clubhouse.engine import archive
from clubhouse.engine.archive import Fault, PastGame, read_archive
from clubhouse.services.people import Meant, players_meant, who_is_meant
from clubs.models import Club, Player, User
from clubs.permissions import Action, require
from tournaments.engine.model import GameFact
from tournaments.errors import TournamentError
from tournaments.inputs.events import DivisionInput, EventInput
from tournaments.models import Event
from tournaments.services.entries.past_rounds import write_past
from tournaments.services.entries.roster import enter_rows
from tournaments.services.entries.roster_lines import RosterRow
from tournaments.services.events.events import create_event, finish_event

_FAULTS = {
    "columns": gettext_lazy("Line %(line)d: these columns are missing: %(value)s."),
    "lines": gettext_lazy("The text has more than %(value)s games; import it in parts."),
    "date": gettext_lazy("Line %(line)d: “%(value)s” is not a date; write it as 2019-05-31."),
    "future": gettext_lazy("Line %(line)d: %(value)s is in the future."),
    "event": gettext_lazy("Line %(line)d: the name of the event is missing or too long."),
    "exists": gettext_lazy("Line %(line)d: the club already has an event “%(value)s” on this day."),
    "round": gettext_lazy("Line %(line)d: “%(value)s” is not a round; rounds are 1 to 99, or left empty."),
    "gap": gettext_lazy("Line %(line)d: this event has no game in round %(value)s, but has one in a later round."),
    "name": gettext_lazy("Line %(line)d: a player's name is missing or too long."),
    "same": gettext_lazy("Line %(line)d: %(value)s plays against themselves."),
    "score": gettext_lazy("Line %(line)d: “%(value)s” is not a score."),
    "twice": gettext_lazy("Line %(line)d: %(value)s already has a game in this round."),
}


@dataclass(frozen=True, slots=True)
class PastEvent:
    """An event of the file."""

    day: date
    name: str
    games: int
    rounds: int
    players: int


@dataclass(frozen=True, slots=True)
class ArchivePreview:
    """What importing would do. With a fault or an open question nothing is imported."""

    events: tuple[PastEvent, ...]
    faults: tuple[str, ...]
    names: tuple[Meant, ...]

    @property
    def new_players(self) -> list[str]:
        """Whom the club does not know yet."""
        return [one.name for one in self.names if not one.player and one.player is not None]

    @property
    def unclear(self) -> list[Meant]:
        """The names about which somebody was, or is, asked."""
        return [one for one in self.names if one.similar]

    @property
    def ok(self) -> bool:
        """Whether it can be imported."""
        return bool(self.events) and not self.faults and all(one.player is not None for one in self.names)


def preview_archive(
    club: Club, text: str, today: date, answers: Mapping[str, int] | None = None
) -> tuple[ArchivePreview, list[PastGame]]:
    """Read old results and say what importing them would do; writes nothing, never raises for bad text."""
    games, faults = read_archive(text)
    by_event: dict[tuple[date, str], list[PastGame]] = {}
    for game in games:
        by_event.setdefault(game.of, []).append(game)
    days = {day for day, _name in by_event}
    there = set(Event.objects.filter(club=club, starts_on__in=days).values_list("starts_on", "name"))
    for (day, name), own in by_event.items():
        if day > today:
            faults.append(Fault(own[0].line, "future", day.isoformat()))
        if (day, name) in there:
            faults.append(Fault(own[0].line, "exists", name))
    meant = who_is_meant(club, [name for game in games for name in game.names], answers)
    faults += _same_people(games, meant)
    events = [
        PastEvent(
            day,
            name,
            len(own),
            max(game.round for game in own),
            len({one.casefold() for game in own for one in game.names}),
        )
        for (day, name), own in sorted(by_event.items())
    ]
    texts = [str(_FAULTS[one.code]) % {"line": one.line, "value": one.value} for one in sorted(faults, key=_by_line)]
    return ArchivePreview(tuple(events), tuple(texts), tuple(meant.values())), games


def _same_people(games: list[PastGame], meant: Mapping[str, Meant]) -> list[Fault]:
    """Games in which two spellings of one player meet, and rounds in which a player sits twice under two spellings."""
    faults: list[Fault] = []
    busy: dict[tuple[object, ...], str] = {}
    for game in games:
        people = [meant[name.casefold()].player or name.casefold() for name in game.names]
        if people[0] == people[1]:
            faults.append(Fault(game.line, "same", game.names[0]))
            continue
        for person, name in zip(people, game.names, strict=True):
            before = busy.setdefault((*game.of, game.round, person), name.casefold())
            if before != name.casefold():
                faults.append(Fault(game.line, "twice", name))
    return faults


def _by_line(fault: Fault) -> int:
    return fault.line


@transaction.atomic
def import_archive(
    *, actor: User, club: Club, text: str, today: date, answers: Mapping[str, int] | None = None
) -> list[Event]:
    """Make finished events of old results, all or none. They are in no rating list.

    Raises TournamentError with everything that is wrong, or while a similar name is not answered.
    """
    require(actor, club, Action.MANAGE_CLUB)
    Club.objects.select_for_update().get(pk=club.pk)
    preview, games = preview_archive(club, text, today, answers)
    if not preview.ok:
        open_questions = [_("Who is “%(name)s”?") % {"name": one.name} for one in preview.names if one.player is None]
        raise TournamentError(
            _("Nothing was imported. %(faults)s")
            % {"faults": " ".join([*preview.faults, *open_questions]) or _("There are no results in the text.")},
            code="archive",
        )
    players = players_meant(club, {one.name.casefold(): one for one in preview.names})
    events = []
    for past in preview.events:
        own = [game for game in games if game.of == (past.day, past.name)]
        events.append(_import_event(actor, club, past, own, players))
    after = {"events": len(events), "games": len(games)}
    log_action(actor=actor, verb="club.results_imported", target=club, scope=f"club:{club.pk}", after=after)
    return events


def _import_event(
    actor: User, club: Club, past: PastEvent, games: list[PastGame], players: Mapping[str, Player]
) -> Event:
    """One finished event of one division."""
    division_input = DivisionInput().with_settings(rounds_planned=past.rounds, play_type="club")
    data = EventInput(name=past.name, starts_on=past.day, division=division_input)
    event = create_event(actor=actor, club=club, data=data)
    division = event.divisions.select_related("event__club", "rating_pool").get()
    people = list(
        {players[name.casefold()].pk: players[name.casefold()] for game in games for name in game.names}.values()
    )
    entries = enter_rows(actor, division, [RosterRow(name=one.name, player_id=one.pk) for one in people])
    number = {one.pk: index for index, one in enumerate(people, start=1)}
    facts = [
        GameFact(
            round=game.round,
            first=number[players[game.names[0].casefold()].pk],
            second=number[players[game.names[1].casefold()].pk],
            first_score=game.scores[0],
            second_score=game.scores[1],
            first_known=False,
        )
        for game in games
    ]
    write_past(actor=actor, division=division, entries=entries, facts=facts)
    event.refresh_from_db()
    return finish_event(actor=actor, event=event)


#: For the page.
COLUMNS = archive.COLUMNS
