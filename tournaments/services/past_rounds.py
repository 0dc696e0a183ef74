"""An event that was begun with tsh goes on here: players and played rounds of a `.t` file, with a dry run, all or nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import record
from clubs.models import User
from tournaments.engine.importers.tsh import game_facts, parse_tsh
from tournaments.engine.importers.tsh_unused import unused_in_players
from tournaments.engine.model import GameFact, ResultKind
from tournaments.errors import TournamentError
from tournaments.models import MAX_SCORE, Division, Entry, Pairing, Result, Round, Seat, Submission
from tournaments.services import ledger, slips
from tournaments.services.entries import lock_division
from tournaments.services.locking import follow_rounds, scope, touch
from tournaments.services.pairing import close_complete_rounds
from tournaments.services.roster import enter_rows, refuse_open_questions
from tournaments.services.roster_lines import RosterPreview, read_roster, resolve, with_answers


@dataclass(frozen=True, slots=True)
class PastPreview:
    """What importing a `.t` file with its rounds would do.

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
        """Whether there are rounds and nothing is in the way."""
        return self.rounds > 0 and self.roster.ok and not self.faults


def preview_past(*, division: Division, text: str | bytes, answers: Mapping[int, int] | None = None) -> PastPreview:
    """Read a `.t` file with its played rounds; writes nothing, never raises for a bad file. ``answers``: as for a roster."""
    rows, problems = read_roster(text, "tsh")
    roster = replace(resolve(division, with_answers(rows, answers or {}), problems), unused=unused_in_players(text))
    if problems:
        return PastPreview(roster, 0, 0, 0, (), ())
    facts = game_facts(parse_tsh(text).rows)
    rounds = max((fact.round for fact in facts), default=0)
    played = [fact for fact in facts if fact.second is not None]
    pending = sum(fact.kind is ResultKind.PENDING for fact in facts)
    faults = tuple(_faults(division, facts, rounds)) if facts else ()
    return PastPreview(roster, rounds, len(played), pending, faults, tuple(_notes(division, facts)))


def _faults(division: Division, facts: Sequence[GameFact], rounds: int) -> list[str]:
    found = []
    if Round.objects.filter(division=division).exists() or Entry.objects.filter(division=division).exists():
        found.append(_("The division has players or rounds already; past rounds come into an empty division."))
    if rounds > division.rounds_planned:
        found.append(
            _(
                "The file has %(rounds)d rounds, the division is planned for %(planned)d: raise the number in its settings."
            )
            % {"rounds": rounds, "planned": division.rounds_planned}
        )
    numbers = {fact.round for fact in facts}
    found += [
        _("Nobody has a game in round %(number)d, but in a later one.") % {"number": number}
        for number in range(1, rounds)
        if number not in numbers
    ]
    for fact in facts:
        scores = (fact.first_score, fact.second_score) if fact.kind is ResultKind.PLAYED else ()
        if any(score is not None and not 0 <= score <= MAX_SCORE for score in scores):
            found.append(
                _("Round %(round)d, player %(player)d: %(first)d – %(second)d; a score is a number from 0 to %(max)d.")
                % {
                    "round": fact.round,
                    "player": fact.first,
                    "first": fact.first_score,
                    "second": fact.second_score,
                    "max": MAX_SCORE,
                }
            )
    return found


def _notes(division: Division, facts: Sequence[GameFact]) -> list[str]:
    """Byes and forfeits that count something else here than in the file."""
    here = {ResultKind.BYE: division.bye_spread, ResultKind.FORFEIT_LOSS: division.forfeit_spread}
    words = {
        ResultKind.BYE: _("Byes in the file give a spread of %(there)s, here %(here)d. Change the settings to agree."),
        ResultKind.FORFEIT_LOSS: _(
            "Forfeits in the file give a spread of %(there)s, here %(here)d. Change the settings to agree."
        ),
    }
    found = []
    for kind, spread in here.items():
        there = {fact.first_score for fact in facts if fact.second is None and fact.kind is kind} - {None, spread}
        if there:
            listed = ", ".join(str(value) for value in sorted(value for value in there if value is not None))
            found.append(words[kind] % {"there": listed, "here": spread})
    return found


@transaction.atomic
def import_past(
    *,
    actor: User,
    division: Division,
    text: str | bytes,
    answers: Mapping[int, int] | None = None,
    despite_double_booking: bool = False,
) -> list[Round]:
    """Enter the players of a `.t` file and its rounds as played. Raises TournamentError with every fault; then nothing is written."""
    current = lock_division(actor, division.pk, division.event_id)
    preview = preview_past(division=current, text=text, answers=answers)
    if not preview.faults and not preview.roster.problems:
        refuse_open_questions(preview.roster, despite_double_booking=despite_double_booking)
    if not preview.ok:
        faults = [*preview.faults, *(f"{item.line}: {item.message}" for item in preview.roster.problems)]
        raise TournamentError(
            _("Nothing was imported. %(faults)s")
            % {"faults": " ".join(faults) or _("There is no played round in this file.")},
            code="past_rounds",
        )
    entries = enter_rows(actor, current, preview.roster.rows)
    parsed = parse_tsh(text).rows
    facts = game_facts(parsed)
    rounds = [_write_round(current, number, entries, facts, actor) for number in range(1, preview.rounds + 1)]
    for row, entry in zip(parsed, entries, strict=True):
        if row.inactive:
            entry.status, entry.withdrawn_after = Entry.Status.WITHDRAWN, preview.rounds
            entry.save(update_fields=["status", "withdrawn_after"])
    close_complete_rounds(current)
    _make_public(current)
    after = {"rounds": preview.rounds, "games": preview.games, "players": len(entries)}
    record(actor=actor, verb="division.continued", target=current, scope=scope(current.event), after=after)
    return rounds


def _write_round(
    division: Division, number: int, entries: Sequence[Entry], facts: Sequence[GameFact], actor: User
) -> Round:
    now = timezone.now()
    round_ = Round.objects.create(division=division, number=number, state=Round.State.PUBLISHED, published_at=now)
    mine = [fact for fact in facts if fact.round == number]
    tables = iter(range(1, len(mine) + 1))
    pairings = [
        Pairing(round=round_, kind=_kind(fact), table_number=None if fact.second is None else next(tables))
        for fact in mine
    ]
    Pairing.objects.bulk_create(pairings)
    Seat.objects.bulk_create(
        Seat(pairing=pairing, round=round_, entry=entries[player - 1], position=position)
        for pairing, fact in zip(pairings, mine, strict=True)
        for position, player in enumerate((fact.first, fact.second), start=1)
        if player is not None
    )
    done = [
        (pairing, fact) for pairing, fact in zip(pairings, mine, strict=True) if fact.kind is not ResultKind.PENDING
    ]
    Submission.objects.bulk_create(
        Submission(
            pairing=pairing,
            channel=Submission.Channel.IMPORT,
            side=Submission.Side.OFFICIAL,
            actor=actor,
            client_token="import",  # noqa: S106 - not a secret: it makes a second import of the game impossible
            first_score=fact.first_score,
            second_score=fact.second_score,
        )
        for pairing, fact in done
        if fact.kind is ResultKind.PLAYED
    )
    Result.objects.bulk_create(_result(pairing, fact) for pairing, fact in done)
    open_games = [pairing for pairing, fact in zip(pairings, mine, strict=True) if fact.kind is ResultKind.PENDING]
    if division.event.what_if_of_id is None:
        slips.make_links(pairing.pk for pairing in open_games)
    return round_


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
        confirmed_at=timezone.now(),
    )


def _make_public(division: Division) -> None:
    event = division.event
    follow_rounds(event)
    ledger.start(division)
    results = Result.objects.filter(pairing__round__division=division, kind=ResultKind.PLAYED)
    for result in results.select_related("pairing__round").order_by("pairing__round__number", "pairing"):
        ledger.write_result(division, result.pairing, result)
    touch(event)
