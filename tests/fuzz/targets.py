"""What reads text or files from outside, by name: each takes any bytes, and raises nothing but AssertionError."""

import io
import json
from collections.abc import Callable
from contextlib import suppress

from games.engine.wordbasket.check import check_record
from lexicon.engine.alphabets import ALPHABETS
from lexicon.engine.kana import BadKanaError
from lexicon.engine.listcheck import check_lines
from lexicon.engine.shiritori import read_word
from lexicon.engine.typed import plain_move
from tests.fuzz.records import check_input
from tournaments.engine.importers.files import READERS, read_file, recognised
from tournaments.engine.importers.tsh import game_facts
from tournaments.engine.importers.tsh_config import ConfigError, parse_config
from tournaments.engine.importers.tsh_unused import unused_in_config, unused_in_players
from tournaments.engine.pairing.options import RulesError
from tournaments.engine.round_plan import read_plan, write_plan
from tournaments.engine.typed_pairs import Listed, read_pairs, written

HALL = tuple(
    Listed(id=100 + number, number=number, name=name)
    for number, name in enumerate(("Ann Lee", "Bo", "やまだ", "Ann Li"), 1)
)


def basket(data: bytes) -> None:
    """A record of Word Basket, as text or JSON."""
    report = check_record(data)
    json.dumps(report.as_dict())


def rosters(data: bytes) -> None:
    """A list of players, results, or a file of another program, read as each format there is."""
    recognised(data)
    for known in READERS:
        parsed = read_file(data, known)
        if parsed.ok:
            game_facts(parsed.rows)
        assert parsed.rows or parsed.problems, known


def config(data: bytes) -> None:
    """The configuration of tsh, and what of its files is not used."""
    with suppress(ConfigError):
        unused_in_config(parse_config(data))
    unused_in_players(data)


def typed(data: bytes) -> None:
    """What a director types: pairs of a round, and a plan. What was understood reads back the same."""
    text = data.decode("utf-8", "replace")
    read = read_pairs(text, HALL)
    if not read.problems:
        assert read_pairs(written(read.pairs, HALL, tables=True), HALL).pairs == read.pairs
    with suppress(RulesError):
        plan = read_plan(text, total=12)
        assert read_plan(write_plan(plan), total=12) == plan
    with suppress(BadKanaError):
        read_word(text)
    plain_move(text)


def lists(data: bytes) -> None:
    """A word list with definitions, in every alphabet."""
    lines = data.decode("utf-8", "replace").split("\n")
    for alphabet in ALPHABETS.values():
        json.dumps(check_lines(lines, alphabet, define=True).report(None))


def archive(data: bytes) -> None:
    """An archive of an event. Needs Django."""
    from tournaments.services.archive.container import ArchiveError, open_archive

    with suppress(ArchiveError):
        open_archive(io.BytesIO(data)).check_all()


TARGETS: dict[str, Callable[[bytes], None]] = {
    "records": check_input,
    "basket": basket,
    "rosters": rosters,
    "config": config,
    "typed": typed,
    "lists": lists,
    "archive": archive,
}
