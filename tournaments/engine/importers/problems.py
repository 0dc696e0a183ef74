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
    "no_name.letter": ("“%(name)s” has no letters in it", "write the player's name first"),
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
    "long_field.class": ("the class name is longer than %(most)d characters or cannot be printed", "shorten it"),
    "long_field.team": ("the team name is longer than %(most)d characters or cannot be printed", "shorten it"),
    "long_field.club": ("the club name is longer than %(most)d characters or cannot be printed", "shorten it"),
    "duplicate_name": ("“%(name)s” is already on line %(line)d", "remove one, or add an initial to tell them apart"),
    "duplicate_id": ("the id %(id)s is already on line %(line)d (%(name)s)", "correct one of the two ids"),
    "empty": ("there are no players in the text", "put one player on each line"),
    "too_many": ("there are more than %(most)s players", "split the list into divisions"),
    "quotes": ("the line cannot be read (%(why)s)", "check the quotation marks"),
    "columns.unknown": ("unknown column “%(column)s”", "rename or remove it; known columns: %(known)s"),
    "columns.twice": ("a column appears twice in the header row", "use each of these at most once: %(known)s"),
    "columns.count": (
        "there are %(count)d columns where %(expected)d are expected (%(columns)s)",
        "remove the extra ones; put a name with a comma in quotes",
    ),
    "rounds": ("there are %(rounds)d rounds; the limit is %(most)d", "check the line"),
    "number.opponent": ("round %(round)d: the opponent “%(given)s” is not a whole number", "correct it"),
    "number.score": ("round %(round)d: the score “%(given)s” is not a whole number", "correct it"),
    "number.penalty": (
        "round %(round)d: the penalty “%(given)s” is not a whole number of at most three digits",
        "correct it",
    ),
    "penalties": ("spread penalties in %(rounds)d rounds: too many", "leave some out"),
    "number.start": ("round %(round)d: the p12 code “%(given)s” is not a whole number", "correct it"),
    "opponent.unknown": (f"{_OPPONENT} is not in this file", "use 0 or a number from 1 to %(players)d"),
    "opponent.own": (f"{_OPPONENT} is the player's own number", "correct it"),
    "opponent.nobody": (f"{_DISAGREE} has no opponent for that round", "correct one of them"),
    "opponent.bye": (f"{_DISAGREE} has a bye for that round", "correct one of them"),
    "opponent.other": (f"{_DISAGREE} lists opponent %(back)d for that round", "correct one of them"),
    "parts": (
        "the file has %(count)d divisions: %(names)s",
        "below, type this division’s name as it is in the file",
    ),
    "tou.score": (
        "round %(round)d: the score “%(given)s” is not a whole number from 0 to 2999 (a 2 in front: won; a 1: tied)",
        "correct it",
    ),
    "tou.opponent": ("round %(round)d: the opponent “%(given)s” is not a whole number", "correct it"),
    "tou.odd": (
        "a score has no opponent after it",
        "for each round write a score and an opponent; for a round without an opponent, the player's own number",
    ),
    "tou.result": (
        "round %(round)d: the line says %(says)s, but the scores are %(own)d – %(other)d",
        "correct the score; for a game lost on time, write the scores that count",
    ),
    "tou.both_first": (
        "round %(round)d: this player and number %(opponent)d both have a + for going first",
        "remove one of the two",
    ),
    "tourney.broken": ("the script cannot be read (%(why)s)", "download the file again from its own address"),
    "tourney.divisions": (
        "there is no list of divisions with players in the script",
        "check that it is the right file",
    ),
    "tourney.value": ("the player's “%(name)s” cannot be read", "correct it"),
    "results.columns": (
        "the header row has no %(missing)s",
        "name the columns round, first_name, first_score, second_name, second_score; table and kind may follow",
    ),
    "results.round": ("the round “%(given)s” is not a whole number from 1 to %(most)d", "correct it"),
    "results.number": ("“%(given)s” in the column %(column)s is not a whole number", "correct it"),
    "results.kind": ("unknown kind of result “%(given)s”", "use one of these: %(known)s"),
    "results.one_score": ("one of the two scores is missing", "write both, or neither if the game is unfinished"),
    "results.bye": (
        "a game with a result needs two players",
        "add the second one, or write bye or forfeit_loss as its kind",
    ),
    "results.alone": ("a %(given)s has only one player", "empty the second player's columns"),
    "results.twice": ("%(name)s is already in round %(round)d on line %(line)d", "remove one of the two lines"),
    "results.self": ("both players are %(name)s", "correct one of the names"),
    "results.tally": (
        "Word Basket games and games with three or more players cannot be read from a table of results",
        "enter them by hand, or restore a backup of the event",
    ),
    "results.led": (
        "the column led_before says “%(given)s”",
        "where the scores are equal, write first, second or level; otherwise leave it empty",
    ),
    "results.starter": ("the column starter says “%(given)s”", "write first or unknown"),
    "format.tou": ("this is an AUPAIR .tou file", "choose that as the format, or let it be detected"),
    "format.tsh": ("this is a tsh .t file", "choose that as the format, or let it be detected"),
    "format.tourney": ("this is a tsh tourney.js", "choose that as the format, or let it be detected"),
    "format.results": ("this is a table of results", "choose that as the format, or let it be detected"),
    "format.config": (
        "this is a config.tsh, the settings of a tsh event",
        "import the .t file of each division; the file names are in the lines that begin with “division”",
    ),
    "format.gcg": ("this is a GCG record of one game", "add it on the game’s page"),
    "format.rt": ("this is an AUPAIR rating list", "import it as the division’s ratings or in the ratings office"),
    "format.trf": ("this is a chess tournament report file (TRF)", "save the players as CSV: name, rating"),
    "format.pgn": ("this is a record of chess games (PGN)", "choose another file"),
    "format.html": ("this is a web page", "save the list itself as CSV or plain text"),
    "format.xml": ("this is an XML file from another program", "save the players as CSV: name, rating"),
    "format.backup": ("this is a Wordhall event backup", "restore it on the event’s “Backups” page"),
    "format.division": (
        "this is a Wordhall division’s JSON file, meant for programs",
        "import its .t file, tourney.js or table of results instead",
    ),
    "format.json": ("this is a JSON file from another program", "save the players as CSV: name, rating"),
}
