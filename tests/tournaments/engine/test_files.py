"""Files of other programs: each out and in again, what they cannot say, and files that are something else."""

import string
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.csv_text import csv_text
from tests.harness.deep import times
from tournaments.engine.exporters.naspa import naspa_losses, naspa_name, naspa_problems, write_naspa
from tournaments.engine.exporters.tou import MAX_SCORE, tou_losses, tou_name, write_tou
from tournaments.engine.exporters.tourney import TshDivision, tsh_losses, write_tourney
from tournaments.engine.exporters.tsh import TshPlayer, write_tsh
from tournaments.engine.importers.files import READERS, read_file, recognised
from tournaments.engine.importers.problems import CATALOGUE
from tournaments.engine.importers.roster import RosterParse
from tournaments.engine.importers.tsh import game_facts
from tournaments.engine.model import GameFact, ResultKind, StandingsRules

DAY = date(2030, 3, 2)
#: Names as a `.tou` file takes them: twenty columns at most, a letter in each word.
NAMES = ("Ada Byron", "Bruno Katz", "Uma", "Dev Patel", "Émile Øst", "Li Na")


def division(players: Sequence[TshPlayer], games: Sequence[GameFact], name: str = "A") -> TshDivision:
    rounds = max((game.round for game in games), default=1)
    return TshDivision(name, players, games, StandingsRules(), rounds, {})


@st.composite
def events(draw: st.DrawFn, *, scores: st.SearchStrategy[int]) -> TshDivision:
    """Up to six players and three rounds: games, byes, forfeits, games still to be played in the last round, missed rounds."""
    count = draw(st.integers(2, 6))
    players = [
        TshPlayer(
            number,
            NAMES[number - 1],
            rating=draw(st.none() | st.integers(1, 3000)),
            external_id=draw(st.sampled_from(["", f"AA00000{number}"])),
            career_games=draw(st.none() | st.integers(0, 500)),
            player_class=draw(st.sampled_from(["", "B", "Under 16"])),
            team=draw(st.sampled_from(["", "Red"])),
        )
        for number in range(1, count + 1)
    ]
    games: list[GameFact] = []
    last = draw(st.integers(0, 3))
    for round_ in range(1, last + 1):
        order = draw(st.permutations(range(1, count + 1)))
        for index in range(0, count - 1, 2):
            first, second = order[index], order[index + 1]
            known = draw(st.booleans())
            if not known and first > second:
                first, second = second, first
            if round_ == last and draw(st.booleans()):
                games.append(GameFact(round_, first, second, kind=ResultKind.PENDING, first_known=known))
            else:
                games.append(GameFact(round_, first, second, draw(scores), draw(scores), first_known=known))
        if count % 2:
            kind = draw(st.sampled_from([ResultKind.BYE, ResultKind.FORFEIT_LOSS]))
            games.append(GameFact(round_, order[-1], kind=kind))
    return division(players, sorted(games, key=lambda game: (game.round, game.first)))


def facts(parse: RosterParse) -> tuple[GameFact, ...]:
    assert parse.problems == (), parse.problems
    return game_facts(parse.rows) if parse.facts is None else parse.facts


def with_spreads(games: Sequence[GameFact]) -> list[GameFact]:
    """The games with the usual spreads of byes and forfeits written out, as files of tsh have them."""
    usual = {ResultKind.BYE: 50, ResultKind.FORFEIT_LOSS: -50}
    return [replace(game, first_score=usual[game.kind]) if game.kind in usual else game for game in games]


@given(events(scores=st.integers(0, MAX_SCORE)))
def test_tou_out_and_in_again(event: TshDivision) -> None:
    """Names, games, starts, byes and forfeits stay; games without a result are what the losses name."""
    parse = read_file(write_tou("Spring Open", DAY, [event]), "tou")
    assert [row.name for row in parse.rows] == [player.name for player in event.players]
    assert list(facts(parse)) == [game for game in event.games if game.kind is not ResultKind.PENDING]
    pending = [game for game in event.games if game.kind is ResultKind.PENDING]
    assert len(tou_losses(event).get("pending", ())) == len(pending)


@given(events(scores=st.integers(-200, 2000)))
def test_the_files_of_tsh_out_and_in_again(event: TshDivision) -> None:
    """Players with everything, and games."""
    tables = {(game.round, game.first): game.first for game in event.games if game.second is not None}
    event = replace(event, tables=tables)
    as_t = write_tsh(event.players, event.games, event.settings, tables)
    as_script = write_tourney("Spring Open", "2030-03-02", [event])
    for text, kind in ((as_t, "tsh"), (as_script, "tourney")):
        assert recognised(text) == kind
        parse = read_file(text, kind)
        assert list(facts(parse)) == with_spreads(event.games), kind
        for row, player in zip(parse.rows, event.players, strict=True):
            assert (row.name, row.rating, row.external_id, row.career_games, row.player_class, row.team) == (
                player.name,
                player.rating,
                player.external_id,
                player.career_games,
                player.player_class,
                player.team,
            )
            for round_, table in enumerate(row.boards, start=1):
                assert table == next(
                    (tables[key] for key in tables if key[0] == round_ and _sits(event, key, player.number)), 0
                )


def _sits(event: TshDivision, key: tuple[int, int], number: int) -> bool:
    (game,) = [game for game in event.games if (game.round, game.first) == key]
    return number in {game.first, game.second}


@pytest.mark.scaled
@settings(max_examples=times(25, deep=300), suppress_health_check=[HealthCheck.too_slow])  # two events for each example
@given(events(scores=st.integers(0, 900)), events(scores=st.integers(0, 900)))
def test_naspa_text_out_and_in_again(one: TshDivision, two: TshDivision) -> None:
    """Two divisions in one text: each by its name, with names, ids, ratings, opponents and scores."""
    text = write_naspa([one, replace(two, name="Open B")])
    for name, event in (("a", one), ("OPEN B", two)):
        parse = read_file(text, "tsh", name)
        unknown = [replace(game, first_known=False) if game.second else game for game in with_spreads(event.games)]
        assert sorted(map(_turned, facts(parse))) == sorted(map(_turned, unknown))
        assert [row.name for row in parse.rows] == [naspa_name(player.name) for player in event.players]
        assert [row.external_id for row in parse.rows] == [player.external_id for player in event.players]
        assert [row.rating for row in parse.rows] == [player.rating for player in event.players]
        # what does not come in again is among what is said to be left out
        losses = naspa_losses(event)
        assert ("firsts" in losses) == any(game.second and game.first_known for game in event.games)
        for kind, value in {"careers": "career_games", "classes": "player_class"}.items():
            lost = [
                player.name
                for row, player in zip(parse.rows, event.players, strict=True)
                if getattr(row, value) != getattr(player, value)
            ]
            assert set(lost) <= set(losses.get(kind, ())), kind
    assert [problem.name for problem in read_file(text, "tsh").problems] == ["parts"]


def _turned(game: GameFact) -> str:
    """A game of which nobody knows who went first, whoever is named first."""
    if game.second is None:
        return repr(game)
    sides = sorted([(game.first, game.first_score), (game.second, game.second_score)])
    return repr((game.round, sides, game.kind))


KINDS = [ResultKind.FORFEIT_WIN, ResultKind.FORFEIT_LOSS, ResultKind.DOUBLE_FORFEIT, ResultKind.VOID]


@given(events(scores=st.integers(-200, 2000)), st.data())
def test_a_table_of_results_out_and_in_again(event: TshDivision, data: st.DataObject) -> None:
    """All games as they were, with the kinds of forfeits and who won equal scores; what it does not have is what players have."""
    games = list(event.games)
    for index, game in enumerate(games):
        if game.second is None or game.kind is not ResultKind.PLAYED:
            continue
        change = data.draw(st.sampled_from(["", *KINDS, "led"]))
        if change == "led":
            winner = data.draw(st.sampled_from([game.first, game.second]))
            games[index] = replace(game, second_score=game.first_score, winner=winner)
        elif change:
            games[index] = replace(game, kind=ResultKind(change), first_score=None, second_score=None)
    names = {player.number: player.name for player in event.players}
    rows = [
        (
            game.round,
            game.first,
            names[game.first],
            game.first_score if game.kind is ResultKind.PLAYED else None,
            game.second,
            names.get(game.second or 0, ""),
            game.second_score,
            "" if game.kind is ResultKind.PENDING else str(game.kind),
            "" if game.winner is None else "first" if game.winner == game.first else "second",
            "" if game.second is None else "first" if game.first_known else "unknown",
        )
        for game in games
    ]
    columns = "round first_number first_name first_score second_number second_name second_score kind led_before starter"
    text = csv_text(columns.split(), rows)
    if not rows:
        assert [problem.name for problem in read_file(text, "results").problems] == ["empty"]
        return
    parse = read_file(text, "results")
    seen = sorted({number for game in games for number in (game.first, game.second) if number})
    places = {number: place for place, number in enumerate(seen, start=1)}
    expected = [
        replace(
            game,
            first=places[game.first],
            second=None if game.second is None else places[game.second],
            winner=None if game.winner is None else places[game.winner],
        )
        for game in games
    ]
    assert sorted(facts(parse), key=repr) == sorted(expected, key=repr)
    assert [row.name for row in parse.rows] == [names[number] for number in seen]


def test_the_worked_line_of_a_tou_file() -> None:
    """docs/directing.md: 2 won, 1 tied, + went first, the own number is no opponent."""
    text = (
        "*M31.12.1969 Old Cup\n*A\n                                      0\n"
        "Mark Nyman    QUIXOTRY   356\n"
        "Mark Nyman           2488   2 1397+3 2001  +1\n"
        "David Boys            400  +1  300   4 2350   3\n"
        "Joel Wapnick         0000   3 1397   1  340   2\n"
        "Li Na                1350   4 2310  +2 1000   4\n"
        "*** END OF FILE ***\nafter the end 2400 1\n"
    )
    parse = read_file(text, "tou")
    assert [row.name for row in parse.rows] == ["Mark Nyman", "David Boys", "Joel Wapnick", "Li Na"]
    assert facts(parse) == (
        GameFact(1, 2, 1, 400, 488),
        GameFact(1, 3, kind=ResultKind.FORFEIT_LOSS),
        GameFact(2, 1, 3, 397, 397),
        GameFact(2, 4, 2, 310, 300),
        GameFact(3, 1, kind=ResultKind.BYE),
        GameFact(3, 2, 3, 350, 340, first_known=False),
    )


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("Ada Byron 2400", None),
        ("2400 2", "no_name"),
        ("Ada Byron 2400 2 300", "tou.odd"),
        ("Ada Byron 3400 2", "tou.score"),
        ("Ada Byron -400 2", "tou.score"),
        ("Ada Byron 2400 -2", "tou.opponent"),
        ("Ada Byron 2400 9", "opponent.unknown"),
        ("Ada Byron 2300 2", "tou.result"),
        ("Ada Byron 400 2", "tou.result"),
        ("Ada Byron 2400 +2", "tou.both_first"),
    ],
)
def test_bad_lines_of_a_tou_file_are_named(line: str, problem: str | None) -> None:
    text = f"*M1.1.2020 Cup\n*A\n{line}\nBruno Katz 380 +1\n"
    names = [one.name for one in read_file(text, "tou").problems]
    assert problem in names if problem else not names, names


def test_a_file_with_several_divisions_asks_which() -> None:
    players = [TshPlayer(1, "Ada Byron"), TshPlayer(2, "Bruno Katz")]
    both = [division(players, [GameFact(1, 1, 2, 400, 300)]), division(players[:1], [], "Novice Ω")]
    texts: list[tuple[bytes | str, str]] = [
        (write_tou("Cup", DAY, both), "tou"),
        (write_tourney("Cup", "", both), "tourney"),
        (write_naspa(both), "tsh"),
    ]
    for text, kind in texts:
        (problem,) = read_file(text, kind, "Z").problems
        assert (problem.name, problem.values["names"]) == ("parts", "A, Novice Ω")
        assert len(read_file(text, kind, " a ").rows) == 2
        assert len(read_file(text, kind, "NOVICE ω").rows) == 1


FOREIGN = {
    "config": "config event_name = 'Cup'\ndivision A a.t\n",
    "gcg": "#character-encoding UTF-8\n#player1 ada Ada\n>ada: AEINRST 8D NASTIER +70 70\n",
    "rt": "Nick     Name                        Games  Rat  Lastplayed\n-        Ada Byron               1234 1875 20200101 50\n",
    "trf": "012 Cup\n001    1 m    Byron, Ada  1500\n",
    "pgn": '[Event "Cup"]\n\n1. e4 e5\n',
    "html": "<!DOCTYPE html>\n<html></html>",
    "xml": '<?xml version="1.0"?>\n<Tournament></Tournament>',
    "backup": '{"format": 2, "event": {"slug": "x"}}',
    "division": '{"event": {}, "division": {"rounds_planned": 3}, "standings": []}',
    "json": '{"a": 1}',
}


def test_a_foreign_file_is_named_by_its_format() -> None:
    own = {
        "tou": "*M1.1.2020 Cup\n*A\nAda Byron 2001 +1\n",
        "tourney": 'newt={"divisions":[]};',
        "tsh": "Byron, Ada 1500 0; 50\n",
        "results": "round,first_name,first_score,second_name,second_score\n1,Ada,400,Bruno,300\n",
    }
    for kind, text in {**FOREIGN, **own}.items():
        assert recognised(text) == kind
        for reader in READERS:
            problems = read_file(text, reader).problems
            if kind != reader and (kind, reader) != ("tsh", "csv"):
                assert [problem.name for problem in problems] == [f"format.{kind}"], (kind, reader)
    assert recognised("Ada Byron,1500\nBruno Katz,1400") == ""
    assert recognised(b"PK\x03\x04\x00") == ""
    assert {f"format.{kind}" for kind in [*FOREIGN, *own]} <= set(CATALOGUE)


@given(st.text(max_size=300) | st.text(alphabet=string.printable + '{}[]":,;+*#\n', max_size=300), st.text(max_size=5))
def test_no_text_crashes_a_reader(text: str, part: str) -> None:
    starts = (
        "",
        "*M1.1.2020 x\n*A\n",
        "newt={",
        'newt={"divisions":[',
        "round,first_name,second_name\n",
        "#division A\n",
    )
    for start in starts:
        recognised(start + text)
        for kind in READERS:
            for problem in read_file(start + text, kind, part).problems:
                assert problem.message
                assert problem.remedy


@pytest.mark.parametrize(
    ("player", "problem"),
    [
        ("null", None),
        ('{"id":1}', "tourney.value"),
        ('{"name":"Ada","rating":"x"}', "tourney.value"),
        ('{"name":"Ada","rating":1e999}', "tourney.value"),
        ('{"name":"Ada","rating":NaN}', "tourney.value"),
        ('{"name":"Ada","scores":{}}', "tourney.value"),
        ('{"name":"Ada","scores":[1.5]}', "tourney.value"),
        ('{"name":"Ada","pairings":[7],"scores":[400]}', "opponent.unknown"),
        ('{"name":"Ada","pairings":[-1],"scores":[400]}', "opponent.unknown"),
        ('{"name":"Ada","scores":[99999999999999999999]}', "tourney.broken"),
        ("{" * 5000, "tourney.broken"),
        ('{"name":"Ada","etc":[],"rating":undefined,"photo":"say undefined"}', None),
    ],
)
def test_bad_scripts_are_named(player: str, problem: str | None) -> None:
    text = f'newt={{"divisions":[{{"name":"A","players":[undefined,{player},{{"name":"Bruno"}}]}}]}};'
    names = [one.name for one in read_file(text, "tourney").problems]
    assert names == ([problem] if problem else []), names


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("x,Ada,400,Bruno,300", "results.round"),
        ("0,Ada,400,Bruno,300", "results.round"),
        ("1,Ada,400,Bruno,", "results.one_score"),
        ("1,Ada,400,Bruno,x", "results.number"),
        ("1,Ada,400,Ada,300", "results.self"),
        ("1,Ada,400,,", None),
        ("1,,400,Bruno,300", "no_name"),
        ('1,"Ada,400,Bruno,300', "quotes"),
        ("1,Ada,400,Bruno,300,odd", "results.kind"),
        ("1,Ada,,Bruno,,bye", "results.alone"),
        ("1,Ada,400,,,played", "results.bye"),
        ("1,Ada,400,Bruno,300,played,first", "results.led"),
        ("1,Ada,400,Bruno,300,played,,second", "results.starter"),
        ("1,Ada,1,Bruno,0,played,,,3-0", "results.tally"),
        ("1,Ada,400,Bruno,300\n1,Bruno,400,Ada,300", "results.twice"),
    ],
)
def test_bad_lines_of_a_table_of_results_are_named(line: str, problem: str | None) -> None:
    heading = "round,first_name,first_score,second_name,second_score,kind,led_before,starter,tally"
    names = [one.name for one in read_file(f"{heading}\n{line}\n", "results").problems]
    assert names[:1] == ([problem] if problem else []), names


def test_a_table_of_results_without_its_columns_or_of_no_text_is_named() -> None:
    assert [one.name for one in read_file("round,first_name\n1,Ada", "results").problems] == ["results.columns"]
    assert [one.name for one in read_file(b"round\0", "results").problems] == ["binary"]


def test_what_the_files_cannot_say_is_listed() -> None:
    players = [
        TshPlayer(1, "Katz, Bruno", 1500, external_id="AA000001"),
        TshPlayer(2, "Alexander Featherstonehaugh", player_class="B"),
        TshPlayer(3, "Alexander Featherstone Jr", off=-50),
        TshPlayer(4, "Łódź 森"),
    ]
    games = [
        GameFact(1, 1, 2, 1200, -5),
        GameFact(1, 3, 4, kind=ResultKind.FORFEIT_WIN),
        GameFact(2, 1, 3, 400, 400, winner=3),
        GameFact(2, 2, kind=ResultKind.BYE, first_score=30),
        GameFact(3, 1, 4, kind=ResultKind.VOID),
        GameFact(3, 2, 3, kind=ResultKind.PENDING),
    ]
    event = replace(division(players, games), tables={(1, 1): 7})
    assert set(tou_losses(event)) == {
        "same_names",
        "names",
        "letters",
        "scores",
        "winners",
        "pending",
        "void",
        "forfeits",
        "spreads",
        "ratings",
        "ids",
        "classes",
        "tables",
        "left",
    }
    assert tsh_losses(event) == {
        "winners": ["2: Katz, Bruno"],
        "void": ["3: Katz, Bruno"],
        "forfeits": ["1: Alexander Featherstone Jr"],
    }
    clean = division([TshPlayer(1, "Ada Byron"), TshPlayer(2, "Bruno Katz")], [GameFact(1, 1, 2, 400, 380)])
    assert (tou_losses(clean), tsh_losses(clean)) == ({}, {})


def test_the_check_before_an_event_is_sent_to_naspa() -> None:
    players = [
        TshPlayer(1, "Byron, Ada", external_id="AA000001"),
        TshPlayer(2, "Bruno Katz"),
        TshPlayer(3, "Chiyo van Mori", external_id="aa000001"),
        TshPlayer(4, "Dev Patel", external_id="A1"),
    ]
    event = replace(
        division(players, [GameFact(1, 1, 2, 400, 300), GameFact(1, 3, 4, kind=ResultKind.PENDING)]), rounds=2
    )
    problems = [(problem.kind, problem.name, problem.value) for problem in naspa_problems([event])]
    assert problems == [
        ("same_id", "Byron, Ada", "AA000001"),
        ("no_id", "Bruno Katz", ""),
        ("same_id", "Chiyo van Mori", "AA000001"),
        ("name", "Chiyo van Mori", "Mori, Chiyo van"),
        ("bad_id", "Dev Patel", "A1"),
        ("pending", "", "1"),
        ("rounds", "", "1/2"),
    ]


def test_names_of_a_tou_file() -> None:
    table = {
        "Byron, Ada": "Ada Byron",
        "Ada Byron": "Ada Byron",
        "Byron,": "Byron",
        "Player 3": "Player-3",
        "Chew, John, III": "John, III Chew",
        "Alexander Featherstonehaugh": "Alexander Feathersto",
        "Byron, A. 2": "A.-2 Byron",
    }
    assert {name: tou_name(name) for name in table} == table
