"""Whether a dictionary and the tiles of a division go together."""

from django.utils.translation import gettext as _

from games.engine.crossword.rules import RULE_SETS
from games.engine.crossword.tiles import tile_set, tile_set_slugs
from lexicon.models import LexiconVersion
from tournaments.errors import TournamentError


def refuse_other_tiles(version: LexiconVersion, rules_slug: str, options: dict[str, object]) -> None:
    """Raise TournamentError when crossword rules lay other tiles than those that the dictionary's words are spelt with.

    A language may have several sets (en, en-super). A language that has none is left to the director.
    """
    language = version.lexicon.language
    chosen = str(options.get("tile_set", RULE_SETS[rules_slug].tile_set))
    if language in tile_set_slugs() and chosen.split("-", maxsplit=1)[0] != language:
        raise TournamentError(
            _("The words of “%(name)s” do not use %(tiles)s tiles. Choose %(fitting)s tiles, or another dictionary.")
            % {"name": version.lexicon, "tiles": tile_set(chosen).name, "fitting": tile_set(language).name},
            code="dictionary",
        )
