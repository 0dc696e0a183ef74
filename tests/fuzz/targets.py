"""What reads text or files from outside, by name: each takes any bytes, and raises nothing but AssertionError."""

import io
import json
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.utils.timezone import localtime

from clubhouse.engine.archive import MOST_ROUNDS, read_archive
from core import env
from core.pictures import PictureError, is_stored_photo, readable_jpeg
from core.typed import plain_move
from games.engine.wordbasket.check import check_record
from lexicon.engine.alphabets import ALPHABETS
from lexicon.engine.kana import BadKanaError
from lexicon.engine.listcheck import check_lines
from lexicon.engine.shiritori import read_word
from lexicon.wordlists.unpack import BadUploadError, guess_encoding, lines_of
from ratings.engine.official_list import Known, match, parse_list
from tests.fuzz.records import check_input
from tournaments.engine.importers.files import READERS, read_file, recognised
from tournaments.engine.importers.tsh import game_facts
from tournaments.engine.importers.tsh_config import ConfigError, parse_config
from tournaments.engine.importers.tsh_unused import unused_in_config, unused_in_players
from tournaments.engine.pairing.options import RulesError
from tournaments.engine.round_plan import read_plan, write_plan
from tournaments.engine.typed_pairs import Listed, read_pairs, written
from tournaments.services.archive.container import FACTS, FIGURES, LOG, ArchiveError, Writer, open_archive

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


def tables(data: bytes) -> None:
    """An official rating list, and the games of a club's earlier years."""
    text = data.decode("utf-8", "replace").replace("\0", "")
    listed = parse_list(text)
    assert listed.players or listed.problems
    match(listed.players, (Known(1, "Ann Lee", "A1"), Known(2, "Ann Li", "")))
    games, _faults = read_archive(text)
    assert all(0 <= game.round <= MOST_ROUNDS for game in games)


def packed(data: bytes) -> None:
    """A word list as it is sent: text in any encoding, gz, xz or zip."""
    with tempfile.NamedTemporaryFile() as file, suppress(BadUploadError):
        path = Path(file.name)
        path.write_bytes(data)
        for line in lines_of(path, guess_encoding(path, "pl")):
            assert len(line) <= 1000


def photos(data: bytes) -> None:
    """A photo of a sheet, a player or a club."""
    with suppress(PictureError):
        assert is_stored_photo(readable_jpeg(data))


def addresses(data: bytes) -> None:
    """The addresses that operators write into the environment: of the site, its database, its mail and its cache."""
    url = " ".join(data.decode("utf-8", "replace").replace("\0", "").split())
    readers: tuple[Callable[[str], object], ...] = (
        lambda url: env.database(url, default=Path("wordhall.sqlite3")),
        env.replica,
        env.check_site_url,
        env.check_redis_url,
        env.mail_server_of,
    )
    for read in readers:
        with suppress(env.BadEnvironment):
            read(url)


def archive(data: bytes) -> None:
    """An archive of an event: these bytes, or a whole one in whose manifest they stand (a JSON object)."""
    _opened(data)
    with suppress(ValueError, RecursionError):
        head = json.loads(data)
        if isinstance(head, dict):
            _opened(_archive_with(head))


def _opened(data: bytes) -> None:
    with suppress(ArchiveError):
        opened = open_archive(io.BytesIO(data))
        opened.check_all()
        localtime(opened.made_at) if opened.made_at.tzinfo else None


def _archive_with(head: dict[str, Any]) -> bytes:
    out = io.BytesIO()
    writer = Writer(out)
    for name in (FACTS, FIGURES, LOG):
        writer.add_json(name, {})
    writer.finish(head)
    return out.getvalue()


TARGETS: dict[str, Callable[[bytes], None]] = {
    "records": check_input,
    "basket": basket,
    "rosters": rosters,
    "config": config,
    "typed": typed,
    "lists": lists,
    "tables": tables,
    "packed": packed,
    "photos": photos,
    "addresses": addresses,
    "archive": archive,
}
