"""What of tsh's files means nothing here is named."""

from __future__ import annotations

from pathlib import Path

from tournaments.engine.importers import tsh, tsh_round
from tournaments.engine.importers.tsh_config import PrizeLine, parse_config
from tournaments.engine.importers.tsh_unused import SETTINGS, unused_in_config, unused_in_players

CONFIG = """
division A a.t
classes a 3
config max_rounds = 9
config event_name = 'Harbour Open'
config norank = 1
config reserved{'A'}[7] = 3
perl print 1
prize rank 1 a 'Cup' class=B memberfile=b.txt
prize highwin 1 a 10
"""


def test_keys_of_a_configuration() -> None:
    assert unused_in_config(parse_config(CONFIG)) == (
        "classes",
        "config event_name",
        "config norank",
        "perl",
        "prize highwin",
        "prize rank … memberfile=",
    )


def test_prize_lines_from_the_shortest_on() -> None:
    assert parse_config("prize highwin 2 a\nprize rank 1 * 'Cup' class=B\n").prizes == (
        PrizeLine("highwin", 2, "A", {}),
        PrizeLine("rank", 1, "*", {"class": "B"}),
    )


def test_what_is_honoured_is_what_the_round_asks_for() -> None:
    """Every name on the list is read somewhere, so nothing that is read is reported as unused."""
    source = Path(str(tsh_round.__file__)).read_text()
    used = {name for name in SETTINGS if f'"{name}"' in source}
    assert used == SETTINGS
    everything = "".join(f"config {name} = 1\n" for name in sorted(SETTINGS))
    assert unused_in_config(parse_config(everything)) == ()


def test_keys_of_players() -> None:
    text = "# eval of nobody; 1; perf 3\nAnn 1500 2; 400; norank; eval 3\nBea 1400 1; 390; class B; rtime 12\n"
    assert unused_in_players(text) == ("eval", "norank", "rtime")
    assert unused_in_players(b"\x00") == ()


def test_keys_that_are_read_are_not_listed() -> None:
    assert unused_in_players("Ann 1500 2; 400; " + "; ".join(f"{tag} 1" for tag in sorted(tsh.TAGS)) + "\n") == ()
