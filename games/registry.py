"""The games that the site plays. A new one is a package of its own and a line here."""

from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.crossword.game import CROSSWORD
from games.engine.findings import FindingKind
from games.game import Game
from games.wordbasket.game import WORD_BASKET

GAMES: Final[dict[str, Game[Any, Any]]] = {game.key: game for game in (CROSSWORD, WORD_BASKET)}
#: The default of a new division.
DEFAULT_GAME: Final = CROSSWORD.key


def game_choices() -> list[tuple[str, str | Promise]]:
    """The games to choose from, by name."""
    return [(game.key, game.label) for game in GAMES.values()]


def rule_choices() -> list[tuple[str, str | Promise]]:
    """All rule sets of all games, by name."""
    return [(slug, gettext_lazy(rules.name)) for game in GAMES.values() for slug, rules in game.rule_sets.items()]


def finding_kinds() -> dict[str, FindingKind]:
    """The catalogues of all games in one; of codes that several have, the first game's."""
    return {code: entry for game in reversed(GAMES.values()) for code, entry in game.catalogue.items()}
