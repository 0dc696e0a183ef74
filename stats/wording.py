"""The words of statistics: headings of columns, names of lists of records."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

#: The heading of each of ``stats.engine.lines.COLUMNS``.
HEADINGS: Final[Mapping[str, Promise]] = {
    "events": _("Events"),
    "games": _("Games"),
    "won": _("Won"),
    "lost": _("Lost"),
    "tied": _("Tied"),
    "win_share": _("Wins (%)"),
    "average": _("Average"),
    "against": _("Average against"),
    "spread": _("Average spread"),
    "high": _("High game"),
    "low": _("Low game"),
    "cards": _("Card spread per match"),
    "first_share": _("Wins going first (%)"),
    "second_share": _("Wins going second (%)"),
    "records": _("Recorded games"),
    "bingos": _("Bingos per game"),
    "best_play": _("High play"),
    "turns": _("Turns per game"),
    "points_a_turn": _("Points per turn"),
    "phoneys": _("Phoneys per game"),
    "challenges_won": _("Successful challenges"),
    "challenges_lost": _("Failed challenges"),
    "comeback": _("Biggest comeback"),
}

#: The name of each of ``stats.engine.bests.LISTS``.
BESTS: Final[Mapping[str, Promise]] = {
    "high_game": _("High game"),
    "high_loss": _("High loss"),
    "high_play": _("High play"),
    "most_bingos": _("Most bingos in a game"),
    "high_spread": _("Biggest win"),
    "comeback": _("Biggest comeback"),
    "high_total": _("Highest combined score"),
    "high_cards": _("Biggest win (cards)"),
}
