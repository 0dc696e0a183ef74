"""Unplayed tiles under every way of counting: each line that is missing is named, one written twice counts once, all is computed."""

from functools import cache
from itertools import chain, combinations

from games.engine.crossword.check import RecordCheck
from games.engine.crossword.record import AFTER_THE_END, Event, Kind, Player, Record
from games.engine.crossword.record_json import write
from games.engine.crossword.rules import RuleSet
from games.engine.crossword.selfplay import EXPERT, play_game
from tests.games.engine.crossword.helpers import TOURNAMENT, check, codes
from tests.games.engine.words import few_words_graph

WAYS: dict[str, dict[str, int]] = {
    "the winner gains, the others lose": {"out_factor": 1, "others_lose": True},
    "the winner gains": {"out_factor": 1, "others_lose": False},
    "the winner gains twice": {"out_factor": 2, "others_lose": False},
    "the others lose": {"out_factor": 0, "others_lose": True},
    "nothing": {"out_factor": 0, "others_lose": False},
}
NAMES = ("ann", "bob", "cyd")


@cache
def game(count: int) -> Record:
    """A game for so many that ends by going out, while each of the others holds tiles that are worth something."""
    players = tuple(Player(name, name.title()) for name in NAMES[:count])
    rules = TOURNAMENT.with_options(out_factor=1, others_lose=True)
    for seed in range(40):
        record = play_game(words=few_words_graph(), rules=rules, seed=seed, players=players, styles=(EXPERT,) * count)
        kinds = [event.kind for event in record.events]
        if Kind.OUT in kinds and kinds.count(Kind.RACK) == count - 1 and all(held(record).values()):
            return record
    raise AssertionError("nobody went out while all the others held tiles")


def held(record: Record) -> dict[int, int]:
    """What the unplayed tiles of each player are worth."""
    return {event.player: -(event.score or 0) for event in record.events if event.kind is Kind.RACK}


def ends(record: Record, rules: RuleSet) -> list[Event]:
    """The lines that count the unplayed tiles, each with other than no points."""
    racks = [event for event in record.events if event.kind is Kind.RACK]
    out = next(event for event in record.events if event.kind is Kind.OUT)
    gain = rules.out_factor * sum(held(record).values())
    lines = [out._replace(text="".join(event.text for event in racks), score=gain, total=None)] if gain else []
    return lines + [event._replace(total=None) for event in racks if rules.others_lose]


def checked(record: Record, rules: RuleSet, lines: tuple[Event, ...], *, racks: bool = True) -> RecordCheck:
    play = [event for event in record.events if event.kind not in AFTER_THE_END]
    play = play if racks else [event._replace(rack="") for event in play]
    data = write(Record(players=record.players, events=(*play, *lines)))
    return check(data, **{name: getattr(rules, name) for name in ("out_factor", "others_lose")})


def missing_ends(report: RecordCheck) -> list[str]:
    """The lines that are said to be missing."""
    return [
        part
        for finding in report.findings
        if finding.code == "end_missing"
        for part in str(finding.computed).split(", ")
    ]


def test_every_missing_line_is_named_and_all_is_computed() -> None:
    for count in (2, 3):
        record = game(count)
        for way, options in WAYS.items():
            rules = TOURNAMENT.with_options(**options)
            lines = ends(record, rules)
            final = checked(record, rules, tuple(lines)).final_scores
            for written in chain.from_iterable(combinations(lines, size) for size in range(len(lines) + 1)):
                report = checked(record, rules, written)
                missing = [f"{NAMES[line.player]} {line.score:+d}" for line in lines if line not in written]
                assert missing_ends(report) == missing, (count, way, written)
                assert set(codes(report)) <= {"end_missing"}, (count, way, written)
                assert report.final_scores == final, (count, way, written)
                assert report.verdict == ("discrepancy" if missing else "ok"), (count, way, written)


def test_without_racks_the_tiles_of_one_player_are_known_and_those_of_two_are_not() -> None:
    record, rules = game(3), TOURNAMENT.with_options(out_factor=1, others_lose=True)
    out, *others = ends(record, rules)
    for line in others:
        report = checked(record, rules, (out, line), racks=False)
        assert missing_ends(report) == [f"{NAMES[one.player]} {one.score:+d}" for one in others if one is not line]
    report = checked(record, rules, (out,), racks=False)
    assert missing_ends(report) == [NAMES[line.player] for line in others]


def test_a_line_written_twice_counts_once() -> None:
    for count in (2, 3):
        record = game(count)
        for way, options in WAYS.items():
            rules = TOURNAMENT.with_options(**options)
            lines = tuple(ends(record, rules))
            final = checked(record, rules, lines).final_scores
            for twice in lines:
                report = checked(record, rules, (*lines, twice))
                assert codes(report) == ["end_repeated"], (count, way, twice)
                assert report.final_scores == final, (count, way, twice)
