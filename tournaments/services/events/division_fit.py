"""Whether a division's dictionary and rating pool fit its game and its tables."""

from django.utils.translation import gettext as _

from clubs.models import Club
from games.errors import GameError
from games.registry import GAMES
from lexicon.queries import visible_to
from ratings.engine.registry import rates_tables
from ratings.models import RatingPool
from tournaments.errors import TournamentError
from tournaments.inputs.results import DivisionInput


def refuse_two_only(data: DivisionInput) -> None:
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
    """Raise TournamentError for a dictionary that the club has not, or of another game."""
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
