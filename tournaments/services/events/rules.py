"""What a division's game needs to be asked: its rules, who sits where, and records checked by both."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.errors import UnknownRulesError
from games.game import RecordCheck, Seating
from games.registry import GAMES
from lexicon.models import LexiconVersion
from tournaments.engine.results import Score, counted
from tournaments.errors import TournamentError
from tournaments.models import Division, Handicap, Pairing


def rule_set(game: str, slug: str, challenge: str, options: Mapping[str, object]) -> Any:
    """The game's rules of this name with the division's options. Raises TournamentError that says what exists."""
    played = GAMES[game]
    try:
        return played.rules(slug, challenge, options)
    except UnknownRulesError as error:
        raise _unknown(slug, played.rule_sets) from error
    except ValueError as error:
        raise TournamentError(
            _("These rules are not possible: %(error)s.") % {"error": error}, code="rule_options"
        ) from error


def _unknown(slug: str, known: Iterable[str]) -> TournamentError:
    names = ", ".join(sorted(known))
    return TournamentError(
        _("There are no rules “%(slug)s”. Choose one of %(known)s.") % {"slug": slug, "known": names}, code="rules"
    )


def rules_of(division: Division) -> Any:
    """The rules of a stored division. Raises TournamentError when the program no longer knows them."""
    return rule_set(
        division.game, division.rules_slug, division.settings.challenge_rule, division.settings.rule_options
    )


def counted_in(division: Division, score: Score) -> Score:
    """The points that count by the division's rules, with what a loss on time costs."""
    return counted(score, division.played.time_spread(rules_of(division))) if score.lost_on_time else score


def seating_of(pairing: Pairing) -> Seating:
    """The players by seats, and who has a handicap."""
    entries = [seat.entry for seat in sorted(pairing.seats.all(), key=lambda seat: seat.position)]
    handicaps = {entry.name: entry.handicap for entry in entries if entry.handicap != Handicap.EVEN}
    return Seating(tuple(entry.name for entry in entries), handicaps)


def check_of(pairing: Pairing, data: bytes, *, dictionary: LexiconVersion | None = None) -> RecordCheck:
    """A record of this game replayed by the division's rules; words are judged only with a ``dictionary``."""
    division = pairing.round.division
    check: RecordCheck = division.played.check(
        data, rules=rules_of(division), dictionary=dictionary, seating=seating_of(pairing)
    )
    return check
