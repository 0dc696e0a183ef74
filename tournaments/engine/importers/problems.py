"""What can be wrong with a roster: for each case a sentence, and what to do. They are filled in, and translated, by name.

The part of a name before the dot is the problem's code, which is stable.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Values = Mapping[str, object]

_OPPONENT: Final = "round %(round)d: opponent %(opponent)d"
_DISAGREE: Final = "round %(round)d: opponent %(opponent)d (%(name)s, line %(line)d)"

CATALOGUE: Final[Mapping[str, tuple[str, str]]] = {
    "too_big": ("the text is %(size)s bytes; the limit is %(most)s", "import a smaller file"),
    "binary": ("this is not a text file", "save the list as text (.csv, .txt or .t) and try again"),
    "no_name": ("the name is missing", "write the player's name first"),
    "no_name.letter": ("“%(name)s” has no letter in it", "write the player's name first"),
    "no_name.tsh": ("the name is missing", "write: name, rating (0 = unrated), opponents; scores; tags"),
    "long_name": ("the name is %(length)d characters long; the limit is %(most)d", "shorten it"),
    "odd_name": ("the name contains characters that cannot be printed", "type the name again"),
    "rating": (
        "the rating “%(given)s” is not a whole number",
        "write a whole number, or 0 for unrated; put a name with a comma in quotes",
    ),
    "rating_range": ("the rating %(rating)d is not between 0 and %(most)d", "correct it"),
    "no_rating": (
        "there is no rating after the name",
        "write: name, rating (0 = unrated), opponents; scores; tags",
    ),
    "games": (
        "the number of games “%(given)s” is not a whole number from 0 to %(most)d",
        "correct it or leave it empty",
    ),
    "long_field.id": ("the id is longer than %(most)d characters or cannot be printed", "shorten it"),
    "long_field.class": ("the class is longer than %(most)d characters or cannot be printed", "shorten it"),
    "long_field.team": ("the team is longer than %(most)d characters or cannot be printed", "shorten it"),
    "long_field.club": ("the club is longer than %(most)d characters or cannot be printed", "shorten it"),
    "duplicate_name": ("“%(name)s” is already on line %(line)d", "remove one, or add an initial to tell them apart"),
    "duplicate_id": ("the id %(id)s is already on line %(line)d (%(name)s)", "correct one of the two ids"),
    "empty": ("there are no players in the text", "put one player on each line"),
    "too_many": ("there are more than %(most)s players", "split the list into divisions"),
    "quotes": ("the line cannot be read (%(why)s)", "check the quotation marks"),
    "columns.unknown": ("unknown column “%(column)s”", "rename or remove it; known columns: %(known)s"),
    "columns.twice": ("a column appears twice in the heading", "use each of these at most once: %(known)s"),
    "columns.count": (
        "there are %(count)d columns where %(expected)d are expected (%(columns)s)",
        "remove the extra ones; put a name with a comma in quotes",
    ),
    "rounds": ("there are %(rounds)d rounds; the limit is %(most)d", "check the line"),
    "number.opponent": ("round %(round)d: the opponent “%(given)s” is not a whole number", "correct it"),
    "number.score": ("round %(round)d: the score “%(given)s” is not a whole number", "correct it"),
    "number.start": ("round %(round)d: the p12 code “%(given)s” is not a whole number", "correct it"),
    "opponent.unknown": (f"{_OPPONENT} is not in this file", "use 0 or a number from 1 to %(players)d"),
    "opponent.own": (f"{_OPPONENT} is the player's own number", "correct it"),
    "opponent.nobody": (f"{_DISAGREE} has no opponent for that round", "correct one of them"),
    "opponent.bye": (f"{_DISAGREE} has a bye for that round", "correct one of them"),
    "opponent.other": (f"{_DISAGREE} lists opponent %(back)d for that round", "correct one of them"),
}
