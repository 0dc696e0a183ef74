"""A division for its game: rules, dictionary, who sits where, and records checked by them."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from clubs.models import Club
from games.errors import GameError, UnknownRulesError
from games.game import RecordCheck, Seating
from games.registry import GAMES
from lexicon.models import LexiconVersion
from lexicon.queries import visible_to
from ratings.engine.registry import rates_tables
from ratings.models import RatingPool
from tournaments.engine.results import Score, counted
from tournaments.errors import TournamentError
from tournaments.inputs.events import DivisionInput
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
            _("These rules cannot be used: %(error)s.") % {"error": error}, code="rule_options"
        ) from error


def _unknown(slug: str, known: Iterable[str]) -> TournamentError:
    names = ", ".join(sorted(known))
    return TournamentError(
        _("There are no rules called “%(slug)s”. Choose one of %(known)s.") % {"slug": slug, "known": names},
        code="rules",
    )


def rules_of(division: Division) -> Any:
    """The rules of a stored division. Raises TournamentError when the program no longer knows them."""
    return rule_set(division.game, division.rules_slug, division.settings.challenge, division.settings.rule_options)


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


def refuse_unfit_pool(data: DivisionInput) -> None:
    """Raise TournamentError for larger tables with a pool that rates games of two and nothing else."""
    if data.settings.table_size == 2 or data.rating_pool_id is None:
        return
    pool = RatingPool.objects.get(pk=data.rating_pool_id)
    if not rates_tables(pool.system):
        raise TournamentError(
            _("“%(pool)s” only rates two-player games; choose another rating list for larger tables.") % {"pool": pool},
            code="pool",
        )


def refuse_dictionary(club: Club, data: DivisionInput) -> None:
    """Raise TournamentError for a dictionary that the club does not have, or of another game."""
    if data.lexicon_version_id is None:
        return
    version = visible_to(club).filter(pk=data.lexicon_version_id).first()
    if version is None:
        raise TournamentError(_("The club has no such dictionary. Choose one from the list."), code="dictionary")
    played = GAMES[data.game]
    if not played.fits_language(version.lexicon.language):
        raise TournamentError(
            _("“%(name)s” is a dictionary for a different game; Word Basket needs Japanese nouns.") % {"name": version},
            code="dictionary",
        )
    try:
        played.check_dictionary(version, data.rules_slug, data.settings.rule_options)
    except GameError as error:
        raise TournamentError(str(error), code=error.code) from error
