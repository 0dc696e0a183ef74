"""Teams."""

from core.api.rows import RowSerializer
from tournaments.api.serializers.rounds import SeatLineSerializer
from tournaments.queries.teams import TeamBoard, TeamLine, TeamMatchLine, TeamPlayer


class TeamPlayerSerializer(RowSerializer[TeamPlayer]):
    """A player of a team, in the order of the boards."""


class TeamLineSerializer(RowSerializer[TeamLine]):
    """A line of the team standings."""

    help = {
        "points": "Match points: 2 a match won or a bye, 1 a tied one.",
        "boards_won": "A tied board is half a board.",
        "spread": "Of all games of its players.",
    }


class TeamBoardSerializer(RowSerializer[TeamBoard]):
    """A board of a match; `one` plays for the match's first-named team."""

    choices = {"first": ["one", "two"]}
    help = {"kind": "Of the result; empty until it is confirmed."}

    one = SeatLineSerializer()
    two = SeatLineSerializer()


class TeamMatchSerializer(RowSerializer[TeamMatchLine]):
    """A match of two teams in a round."""

    help = {
        "two": "Empty: the team has a bye.",
        "one_points": "Match points; null until all boards have a result.",
    }
