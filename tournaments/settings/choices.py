"""What the settings of a division choose from, and how large they may be."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

MAX_SCORE = 1500
#: Unplayed tiles can take a player below nothing.
MIN_SCORE = -MAX_SCORE
MAX_ROUNDS = 60
MAX_TABLE = 9999
MAX_POINTS = 100
MAX_SEATS = 8
#: The longest round, and the longest extension of one, in minutes.
MAX_MINUTES = 600
#: Most games of one match.
MAX_GAMES = 9
#: Most points a game that a player's handicap may be.
MAX_HANDICAP = 500
#: Whole numbers up to this are the same in every JSON reader.
MAX_SAFE_INTEGER = 2**53 - 1


class LateRounds(TextChoices):
    """What the rounds before a late entry count as for the player."""

    NOTHING = "nothing", _("nothing")
    BYE = "bye", _("a bye each")
    FORFEIT = "forfeit", _("a forfeit each")


class HandicapBy(TextChoices):
    """What a player's head start in the handicap standings goes by."""

    NONE = "none", _("nothing: no handicap standings")
    POINTS = "points", _("each player's handicap points")
    RATING = "rating", _("the rating difference")


class PointsGo(TextChoices):
    """Where the points of a failed challenge go."""

    CHALLENGED = "challenged", _("go to the challenged player")
    CHALLENGER = "challenger", _("come off the challenger's score")


class PlayType(TextChoices):
    """Where the games of a division are played: rating lists may accept only one of them."""

    TOURNAMENT = "tournament", _("tournament play")
    CLUB = "club", _("club play")


BYE_WORTH = [(2, _("a win")), (1, _("a tie")), (0, _("a loss"))]
