"""Continuing an event from a file of another program: players and played rounds, with a dry run, all or nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from audit.log import log_action
from clubs.models import User
from core.wording import listed
from tournaments.engine.adjustments import write_adjustments
from tournaments.engine.importers.roster import RosterParse, RosterRow
from tournaments.engine.importers.tsh import game_facts
from tournaments.engine.importers.tsh_unused import unused_in_players
from tournaments.engine.model import GameFact, ResultKind
from tournaments.engine.results import Side
from tournaments.engine.table_numbers import MAX_TABLE
from tournaments.errors import TournamentError
from tournaments.models import MAX_SCORE, MIN_SCORE, Division, Entry, Pairing, Result, Round, Seat, Submission
from tournaments.services.entries.entries import lock_division
from tournaments.services.entries.roster import RosterFormat, apply_changes, enter_rows, refuse_open_questions
from tournaments.services.entries.roster_lines import RosterPreview, read_roster, resolve, with_answers
from tournaments.services.events.locking import follow_rounds, refuse_followed, scope, touch
from tournaments.services.rating_link import ledger
from tournaments.services.results import slips
from tournaments.services.rounds.publish import close_complete_rounds


@dataclass(frozen=True, slots=True)
class PastPreview:
    """What importing a file with its rounds would do.

    ``faults``: why it cannot be imported; ``notes``: what to know before it is. ``pending``: games without a result yet.
    """

    roster: RosterPreview
    rounds: int
    games: int
    pending: int
    faults: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether there are rounds and no faults."""
        return self.rounds > 0 and self.roster.ok and not self.faults


def preview_past(
    *,
    division: Division,
    text: str | bytes,
    format: RosterFormat = "tsh",
    answers: Mapping[str, int] | None = None,
    part: str = "",
) -> PastPreview:
    """Read a file with its played rounds; writes nothing, never raises for a bad file. ``answers``, ``part``: as for a roster."""
    return _read(division, text, format, answers, part)[0]


def _read(
    division: Division, text: str | bytes, format: RosterFormat, answers: Mapping[str, int] | None, part: str
) -> tuple[PastPreview, RosterParse]:
    rows, problems, parse = read_roster(text, format, part or division.name)
    unused = unused_in_players(text) if format == "tsh" else ()
    roster = replace(resolve(division, with_answers(rows, answers or {}), problems), unused=unused)
    return _preview(division, roster, parse), parse


def facts_in(parse: RosterParse) -> tuple[GameFact, ...]:
    """The games of a file without problems, players by their numbers in it."""
    return game_facts(parse.rows) if parse.facts is None else parse.facts


def _preview(division: Division, roster: RosterPreview, parse: RosterParse) -> PastPreview:
    if parse.problems:
        return PastPreview(roster, 0, 0, 0, (), ())
    facts = facts_in(parse)
    rounds = max((fact.round for fact in facts), default=0)
    played = [fact for fact in facts if fact.second is not None]
    pending = sum(fact.kind is ResultKind.PENDING for fact in facts)
    others = () if parse.facts is not None else _others(division, roster)  # a table of results need not name everybody
    faults = tuple(_faults(division, facts, others)) if facts else ()
    return PastPreview(roster, rounds, len(played), pending, faults, tuple(_notes(division, facts)))


def _others(division: Division, roster: RosterPreview) -> Sequence[str]:
    """The names of players who are entered but not in the file."""
    known = [row.player_id for row in roster.rows if not row.is_new and row.player_id is not None]
    return [
        entry.name for entry in Entry.objects.filter(division=division).exclude(player__in=known).order_by("number")
    ]


def _faults(division: Division, facts: Sequence[GameFact], others: Sequence[str]) -> list[str]:
    faults = []
    if Round.objects.filter(division=division).exists():
        faults.append(
            _(
                "The division already has rounds; played rounds can only be imported before the first. Add another "
                "division for them."
            )
        )
    if others:
        faults.append(
            _(
                "Entered here but not in the file: %(names)s. Played rounds can only be imported where everyone entered is "
                "in the file: delete these players, or add another division."
            )
            % {"names": listed(others)}
        )
    return faults + faults_of_games(division, facts)


def faults_of_games(division: Division, facts: Sequence[GameFact]) -> list[str]:
    """Why these games cannot be the division's rounds 1, 2 …, as sentences. No query."""
    faults = []
    rounds = max((fact.round for fact in facts), default=0)
    if rounds > division.settings.rounds_planned:
        faults.append(
            _(
                "The file has %(rounds)d rounds, but the division is planned for %(planned)d: raise the number in "
                "its settings."
            )
            % {"rounds": rounds, "planned": division.settings.rounds_planned}
        )
    numbers = {fact.round for fact in facts}
    faults += [
        _("There are no games in round %(number)d, but there are in a later one.") % {"number": number}
        for number in range(1, rounds)
        if number not in numbers
    ]
    for fact in facts:
        if fact.kind is not ResultKind.PLAYED and not -MAX_SCORE <= (fact.first_score or 0) <= MAX_SCORE:
            faults.append(
                _("Round %(round)d, player %(player)d: the spread of a bye or forfeit must be −%(max)d to %(max)d.")
                % {"round": fact.round, "player": fact.first, "max": MAX_SCORE}
            )
        scores = (fact.first_score, fact.second_score) if fact.kind is ResultKind.PLAYED else ()
        if any(score is not None and not MIN_SCORE <= score <= MAX_SCORE for score in scores):
            faults.append(
                _("Round %(round)d, player %(player)d: %(first)d – %(second)d; scores must be −%(max)d to %(max)d.")
                % {
                    "round": fact.round,
                    "player": fact.first,
                    "first": fact.first_score,
                    "second": fact.second_score,
                    "max": MAX_SCORE,
                }
            )
    return faults


def _notes(division: Division, facts: Sequence[GameFact]) -> list[str]:
    """What the file leaves open, and byes and forfeits with another spread than the division's."""
    spreads = {ResultKind.BYE: division.settings.bye_spread, ResultKind.FORFEIT_LOSS: division.settings.forfeit_spread}
    words = {
        ResultKind.BYE: _(
            "Byes in the file have a spread of %(there)s and keep it; later ones get %(here)d from the settings."
        ),
        ResultKind.FORFEIT_LOSS: _(
            "Forfeits in the file have a spread of %(there)s and keep it; later ones get %(here)d from the settings."
        ),
    }
    notes = []
    unknown = sum(not fact.first_known for fact in facts)
    if unknown:
        notes.append(
            ngettext(
                "For %(count)d game the file does not say who went first; it counts as a first or second for "
                "neither player.",
                "For %(count)d games the file does not say who went first; they count as firsts or seconds for nobody.",
                unknown,
            )
            % {"count": unknown}
        )
    for kind, spread in spreads.items():
        in_file = {fact.first_score for fact in facts if fact.second is None and fact.kind is kind} - {None, spread}
        if in_file:
            there = listed(sorted(value for value in in_file if value is not None))
            notes.append(words[kind] % {"there": there, "here": spread})
    return notes


@transaction.atomic
def import_past(
    *,
    actor: User,
    division: Division,
    text: str | bytes,
    format: RosterFormat = "tsh",
    answers: Mapping[str, int] | None = None,
    part: str = "",
    despite_double_booking: bool = False,
) -> list[Round]:
    """Enter the players of a file and its rounds as played. Raises TournamentError with every fault; then nothing is written."""
    current = lock_division(actor, division.pk, division.event_id)
    refuse_followed(current)
    preview, parse = _read(current, text, format, answers, part)
    if not preview.faults and not preview.roster.problems:
        refuse_open_questions(preview.roster, despite_double_booking=despite_double_booking)
    if not preview.ok:
        faults = [*preview.faults, *(f"{item.line}: {item.message}" for item in preview.roster.problems)]
        raise TournamentError(
            _("Nothing was imported. %(faults)s")
            % {"faults": " ".join(faults) or _("This file has no played rounds.")},
            code="past_rounds",
        )
    entries = _entries(actor, current, preview.roster)
    parsed, facts = parse.rows, facts_in(parse)
    boards = [row.boards for row in parsed]
    rounds = [_write_round(current, number, entries, facts, boards, actor) for number in range(1, preview.rounds + 1)]
    _withdraw(entries, parsed, preview.rounds)
    _adjust(entries, parsed)
    close_complete_rounds(current)
    make_public(current)
    after = {"rounds": preview.rounds, "games": preview.games, "players": len(entries)}
    log_action(actor=actor, verb="division.continued", target=current, scope=scope(current.event), after=after)
    return rounds


def _entries(actor: User, division: Division, roster: RosterPreview) -> list[Entry]:
    """The entries of the file's players in its order: those that are new, and those entered already, as the file has them."""
    new = iter(enter_rows(actor, division, [row for row in roster.rows if row.is_new]))
    changes = [(row.player_id, row.changes) for row in roster.rows if row.player_id is not None and row.changes]
    apply_changes(actor, division, changes)
    known = {entry.player_id: entry for entry in Entry.objects.filter(division=division)}
    return [next(new) if row.is_new or row.player_id is None else known[row.player_id] for row in roster.rows]


def write_past(*, actor: User, division: Division, entries: Sequence[Entry], facts: Sequence[GameFact]) -> list[Round]:
    """Write rounds as they were played into a division without any, in the caller's transaction; event locked.

    ``facts`` name players by their places in ``entries``, from 1. The caller has checked that every round has a game.
    """
    boards: list[tuple[int, ...]] = [() for _entry in entries]
    last = max(fact.round for fact in facts)
    rounds = [_write_round(division, number, entries, facts, boards, actor) for number in range(1, last + 1)]
    close_complete_rounds(division)
    make_public(division)
    return rounds


def _withdraw(entries: Sequence[Entry], rows: Sequence[RosterRow], rounds: int) -> None:
    """Withdraw those who have left in the file; each later round costs them what it costs there."""
    withdrawn = []
    for row, entry in zip(rows, entries, strict=True):
        if row.inactive:
            entry.status, entry.withdrawn_after = Entry.Status.WITHDRAWN, rounds
            entry.missed_spread = max(-MAX_SCORE, min(MAX_SCORE, row.missed_spread or 0))
            withdrawn.append(entry)
    Entry.objects.bulk_update(withdrawn, ["status", "withdrawn_after", "missed_spread"])


def _adjust(entries: Sequence[Entry], rows: Sequence[RosterRow]) -> None:
    """Adjust the spreads that are adjusted in the file, which gives no reasons."""
    adjusted = []
    for row, entry in zip(rows, entries, strict=True):
        if row.adjustments:
            entry.spread_changes = write_adjustments(row.adjustments)
            entry.spread_reason = _("penalty in the file")
            adjusted.append(entry)
    Entry.objects.bulk_update(adjusted, ["spread_changes", "spread_reason"])


def _tables(games: Sequence[GameFact], boards: Sequence[Sequence[int]]) -> list[int | None]:
    """The tables of a round's games as in the file; a game without a table of its own gets a free one."""
    used: set[int] = set()
    tables: dict[int, int] = {}
    for index, game in enumerate(games):
        for player in (game.first, game.second) if game.second is not None else ():
            board = boards[player - 1][game.round - 1] if game.round <= len(boards[player - 1]) else 0
            if 0 < board <= MAX_TABLE and board not in used and index not in tables:
                tables[index] = board
                used.add(board)
    free = (table for table in count(1) if table not in used)
    return [None if game.second is None else tables.get(index) or next(free) for index, game in enumerate(games)]


def _write_round(
    division: Division,
    number: int,
    entries: Sequence[Entry],
    facts: Sequence[GameFact],
    boards: Sequence[Sequence[int]],
    actor: User,
) -> Round:
    round_ = new_round(division, number)
    own = [fact for fact in facts if fact.round == number]
    at = {place: entry.pk for place, entry in enumerate(entries, start=1)}
    write_games(actor, round_, list(zip(own, _tables(own, boards), strict=True)), at)
    return round_


def new_round(division: Division, number: int) -> Round:
    """A public round without games."""
    now = timezone.now()
    return Round.objects.create(division=division, number=number, state=Round.State.PUBLISHED, published_at=now)


def write_games(
    actor: User, round_: Round, games: Sequence[tuple[GameFact, int | None]], entries: Mapping[int, int]
) -> list[Pairing]:
    """Write games and their tables into a public round as the file has them, with their results. Event locked.

    ``entries``: the ids of the entries by how ``games`` name the players.
    """
    division = round_.division
    pairings = [
        Pairing(
            round=round_,
            kind=_kind(fact),
            table_number=table,
            spread=_own_spread(division, fact),
            starter_known=fact.first_known,
        )
        for fact, table in games
    ]
    Pairing.objects.bulk_create(pairings)
    of_fact = [(pairing, fact) for pairing, (fact, _table) in zip(pairings, games, strict=True)]
    Seat.objects.bulk_create(
        Seat(pairing=pairing, round=round_, entry_id=entries[player], position=position)
        for pairing, fact in of_fact
        for position, player in enumerate((fact.first, fact.second), start=1)
        if player is not None
    )
    decided = [(pairing, fact) for pairing, fact in of_fact if fact.kind is not ResultKind.PENDING]
    Submission.objects.bulk_create(
        Submission(
            pairing=pairing,
            channel=Submission.Channel.IMPORT,
            side=Side.OFFICIAL,
            actor=actor,
            client_token="import",  # noqa: S106 - not a secret: it makes a second import of the game impossible
            first_score=fact.first_score,
            second_score=fact.second_score,
            led_before=_led(fact),
        )
        for pairing, fact in decided
        if fact.kind is ResultKind.PLAYED
    )
    Result.objects.bulk_create(_result(pairing, fact) for pairing, fact in decided)
    if division.event.what_if_of_id is None:
        slips.make_links(pairing.pk for pairing, fact in of_fact if fact.kind is ResultKind.PENDING)
    return pairings


def _own_spread(division: Division, fact: GameFact) -> int | None:
    """The spread of a bye or forfeit, where it is not the division's."""
    default = {
        ResultKind.BYE: division.settings.bye_spread,
        ResultKind.FORFEIT_LOSS: division.settings.forfeit_spread,
    }.get(fact.kind)
    return None if fact.second is not None or fact.first_score == default else fact.first_score


def _kind(fact: GameFact) -> str:
    if fact.second is not None:
        return Pairing.Kind.GAME
    return Pairing.Kind.BYE if fact.kind is ResultKind.BYE else Pairing.Kind.FORFEIT


def _result(pairing: Pairing, fact: GameFact) -> Result:
    played = fact.kind is ResultKind.PLAYED
    return Result(
        pairing=pairing,
        state=Result.State.CONFIRMED,
        kind=fact.kind.value,
        first_score=fact.first_score if played else None,
        second_score=fact.second_score if played else None,
        spread=pairing.spread if fact.second is None else None if played else fact.first_score,
        led_before=_led(fact),
        confirmed_at=timezone.now(),
    )


def _led(fact: GameFact) -> str:
    """The seat of the player who won equal scores."""
    return "" if fact.winner is None else "first" if fact.winner == fact.first else "second"


def make_public(division: Division) -> None:
    """What follows from games written past the draft: the event runs, its ratings have them, its pages are made anew. Event locked."""
    event = division.event
    follow_rounds(event)
    ledger.start(division)
    ledger.write_all(division)
    touch(event)
