"""What in tsh's files means nothing here, so that importing them can say so."""

from __future__ import annotations

from typing import Final

from tournaments.engine.importers.roster import BadLine, decode, lines_of
from tournaments.engine.importers.tsh import TAGS, tags_of
from tournaments.engine.importers.tsh_config import TshConfig

#: The settings that `tsh_round` honours.
SETTINGS: Final = frozenset(
    {
        "account_for_h2h_sr",
        "all_byes_tie",
        "assign_firsts",
        "avoid",
        "board_stability",
        "bracket_cap",
        "bracket_prelims",
        "bracket_repeats",
        "bye_firsts",
        "bye_method",
        "bye_spread",
        "exagony",
        "final_draw",
        "force_koth",
        "gibson",
        "gibson_class",
        "gibson_groups",
        "gibson_spread",
        "initial_exagony",
        "initial_snaked",
        "max_rounds",
        "pairing_system",
        "prize_bands",
        "reserved",
        "spread_cap",
        "swiss_ignores_firsts",
        "swiss_max_consecutive_repeats",
        "swiss_order",
        "table_method",
        "tables",
        "unfair_byes",
    }
)
#: The options of a prize that are read; the rest of its line says what it is worth and who announces it.
_PRIZE: Final = frozenset({"class"})


def unused_in_config(config: TshConfig) -> tuple[str, ...]:
    """Settings, kinds of prizes and their options, and other lines that no round is paired by; sorted."""
    unused = {f"config {name}" for name in config.settings if name not in SETTINGS}
    unused |= {f"prize {prize.kind}" for prize in config.prizes if prize.kind != "rank"}
    unused |= {
        f"prize rank … {name}="
        for prize in config.prizes
        if prize.kind == "rank"
        for name in prize.options
        if name not in _PRIZE
    }
    return tuple(sorted(unused | set(config.others)))


def unused_in_players(data: bytes | str) -> tuple[str, ...]:
    """Keys in the lines of a `.t` file that are not read; sorted. Empty for a file that is not text."""
    try:
        text = decode(data)
    except BadLine:
        return ()
    keys = {name for line in lines_of(text) for name in tags_of(line)}
    return tuple(sorted(keys - TAGS))
