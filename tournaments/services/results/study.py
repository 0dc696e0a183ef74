"""What to study from one's own and one's club's games: positions with one best play, and words that were not seen."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from clubs.models import Club, User
from clubs.permissions import Visitor
from games.engine.names import plain
from games.viewer import Json
from lexicon.queries import definitions_of, readable_by
from tournaments.models import Event, Pairing, RecordVisibility, Result
from tournaments.permissions import visible_events
from tournaments.services.events.rules import check_of, rules_of, seating_of
from tournaments.services.judging.word_secrecy import words_open

#: How many games back: reading one takes some milliseconds.
GAMES = 40


@dataclass(frozen=True, slots=True)
class PuzzleLine:
    """A position to solve. ``number`` is the turn's in the record."""

    pairing: Pairing
    number: int
    rack: str


@dataclass(frozen=True, slots=True)
class MissedWord:
    """A better play that somebody did not see."""

    word: str
    lost: float
    pairing: Pairing
    number: int
    dictionary: str
    definition: str = ""


def club_puzzles(club: Club, visitor: Visitor) -> list[PuzzleLine]:
    """The puzzles in the newest games of the club's finished events, whose words are open to everybody. Four queries."""
    finished = Event.State.FINISHED
    results = _analysed(visitor).filter(
        pairing__round__division__event__in=Event.objects.filter(visible_events(visitor), club=club, state=finished),
        pairing__record_visibility=RecordVisibility.PUBLIC,
    )
    return [
        PuzzleLine(result.pairing, turn["number"], turn["rack"])
        for result in results[:GAMES]
        for turn in result.pairing.round.division.played.puzzles(_turns(result))
    ]


def missed_by(user: User) -> list[MissedWord]:
    """The words of better plays that the user's own players did not see in their newest games, the dearest first."""
    results = _analysed(user).filter(pairing__seats__entry__player__user=user).distinct()
    missed = [word for result in results[:GAMES] if words_open(result.pairing) for word in _missed_in(result, user)]
    return sorted(missed, key=lambda one: (-one.lost, one.word))


def _analysed(visitor: Visitor) -> QuerySet[Result]:
    """Confirmed results whose record is analysed by a dictionary that the visitor may see, the newest first."""
    results = Result.objects.filter(
        state=Result.State.CONFIRMED,
        record__analysis__isnull=False,
        record__analysis__lexicon_version__lexicon__in=readable_by(visitor).values("pk"),
    )
    related = "record__analysis__lexicon_version__lexicon", "pairing__round__division__event__club"
    return results.select_related(*related).prefetch_related("pairing__seats__entry__player").order_by("-pk")


def _turns(result: Result) -> list[Json]:
    assert result.record is not None
    turns: list[Json] = result.record.analysis.turns
    return turns


def _missed_in(result: Result, user: User) -> Iterator[MissedWord]:
    pairing, record = result.pairing, result.record
    assert record is not None
    division = pairing.round.division
    check = check_of(pairing, bytes(record.original))
    entries = [seat.entry for seat in pairing.seats.all()]
    own = {plain(entry.name) for entry in entries if entry.player.user_id == user.pk}
    names = [plain(player["name"]) for player in check.as_dict()["players"]]
    if not own & set(names):  # typed moves without names: the players stand as they sit
        names = [plain(name) for name in seating_of(pairing).names]
    version = record.analysis.lexicon_version
    for player, name in enumerate(names):
        if name in own:
            turns = division.played.missed_words(check, rules_of(division), _turns(result), player)
            defined = definitions_of(version, (word for _number, word, _lost in turns))
            for number, word, lost in turns:
                yield MissedWord(word, lost, pairing, number, version.lexicon.slug, defined.get(word, ""))
