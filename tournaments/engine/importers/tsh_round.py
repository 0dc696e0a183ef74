"""A round of a tsh division for the engine: the players and games of a `.t` file under a tsh configuration.

Settings of tsh that decide how a round is paired are honoured; those about rating, printing and web pages mean nothing
here. docs/pairing.md lists them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.engine.importers.roster import RosterRow
from tournaments.engine.importers.tsh import game_facts
from tournaments.engine.importers.tsh_config import AutoPair, TshConfig, Value
from tournaments.engine.model import BlockedPair, EntrySnapshot, Snapshot, StandingsRules
from tournaments.engine.pairing import SYSTEMS, PairingOptions, read_options
from tournaments.engine.pairing.options import RulesError

#: Our systems for tsh's commands.
_COMMANDS = {
    "ns": "swiss",
    "koth": "koth",
    "fp": "factor",
    "pq": "quartile",
    "if": "fontes",
    "rr": "round_robin",
    "cp": "chew",
    "cop": "cop",
}
_PACKAGES = frozenset({"chew", "guelph", "green", "nast", "basd", "bracket"})
#: What the arguments of a command are; the division's letter comes last.
_ARGUMENTS = {
    "swiss": ("max_repeats", "based_on"),
    "koth": ("max_repeats", "based_on"),
    "factor": ("factor", "max_repeats", "based_on"),
    "quartile": ("quartile", "max_repeats", "based_on"),
    "fontes": ("opening",),
    "chew": ("based_on",),
    "cop": ("based_on",),
}
_ORDERS = {"koth": "adjacent"}


@dataclass(frozen=True, slots=True)
class TshRound:
    """What to pair, how, and which of the hall's tables each board is (empty: the boards' own numbers)."""

    snapshot: Snapshot
    rules: PairingOptions
    tables: tuple[int, ...] = ()

    def table(self, board: int) -> int:
        """The hall's table of a board; boards beyond the list get the next numbers that are not in it."""
        if board <= len(self.tables):
            return self.tables[board - 1]
        free = (number for number in range(1, len(self.tables) + board + 1) if number not in self.tables)
        return [*self.tables, *free][board - 1]


def tsh_round(
    rows: Sequence[RosterRow],
    config: TshConfig,
    division: str,
    number: int,
    system: str,
    options: Mapping[str, Any],
    *,
    rounds: int | None = None,
    based_on: int | None = None,
    tables_before: int = 0,
) -> TshRound:
    """Round `number` of a parsed file, paired by `system` (one of ours, or "config": as the configuration has it).

    `options` are those of the systems and override the configuration. `rounds`: how many the event has, if the
    configuration does not say; without both, as many as the file holds, this round included. Rounds from `number` on
    are ignored. `tables_before`: games of the divisions before this one, where tables are numbered consecutively.
    Raises RulesError for impossible settings.
    """
    planned = _planned(config, division, number)
    key, package = _system(config, planned, system)
    configured = _rules(config, division, number, key) | package
    command = {} if planned is None else _arguments(planned)
    if planned is not None and _COMMANDS.get(planned.command) == key:
        configured |= {name: value for name, value in command.items() if name != "based_on"}
    base = command.get("based_on", None if planned is None else planned.source) if based_on is None else based_on
    total = _whole(config, "max_rounds", division) or rounds or max([number, *(len(row.past) for row in rows)])
    chosen = read_options({"total_rounds": total, **configured, "system": key, **options})
    snapshot = _snapshot(rows, config, division, number)
    tables = _numbers(config, "tables", division)
    if config.setting("table_method", division) == "consecutive" and not tables:
        tables = tuple(range(tables_before + 1, tables_before + len(rows) + 1))
    return TshRound(replace(snapshot, based_on=base), chosen, tables)


def _snapshot(rows: Sequence[RosterRow], config: TshConfig, division: str, number: int) -> Snapshot:
    reserved = _table(config, "reserved", division)
    players = tuple(
        EntrySnapshot(
            id=row.number,
            number=row.number,
            rating=row.rating,
            active=not row.inactive,
            fixed_table=reserved.get(str(row.number)),
            team=row.team or None,
            player_class=row.player_class or None,
        )
        for row in rows
    )
    games = tuple(game for game in game_facts(tuple(rows)) if game.round < number)
    before = tuple(
        (row.number, row.boards[number - 2])
        for row in rows
        if 2 <= number < len(row.boards) + 2 and row.boards[number - 2]
    )
    settings, blocked = _settings(config, division), _blocked(config, division, len(rows))
    return Snapshot(number, players, games, settings, blocked=blocked, last_tables=before)


def _settings(config: TshConfig, division: str) -> StandingsRules:
    bye = _whole(config, "bye_spread", division)
    caps = _numbers(config, "spread_cap", division)
    if min(caps, default=0) < 0:
        raise RulesError("spread_cap must not be negative")
    return StandingsRules(
        bye_spread=StandingsRules().bye_spread if bye is None else bye,
        spread_caps=caps,
        bye_half_wins=1 if config.setting("all_byes_tie", division) else 2,
    )


def _blocked(config: TshConfig, division: str, players: int) -> tuple[BlockedPair, ...]:
    """Players kept apart: `config avoid{A} = [[1, 2], [3, 4, 5]]`."""
    pairs: dict[tuple[int, int], None] = {}
    for group in _lists(config, "avoid", division):
        for a in group:
            if not 1 <= a <= players:
                raise RulesError(f"avoid names player {a}; the file has {players}")
            pairs |= {(a, b): None for b in group if a < b}
    return tuple(BlockedPair(a, b, "avoid") for a, b in pairs)


def _rules(config: TshConfig, division: str, number: int, system: str) -> dict[str, Any]:
    """The options of the systems that the configuration sets."""
    of_class = config.setting("gibson_class", division)
    options: dict[str, Any] = {
        "gibson": bool(config.setting("gibson", division)),
        "balance_starts": not config.setting("swiss_ignores_firsts", division),
        "snaked": bool(config.setting("initial_snaked", division)),
        "prizes": _prizes(config, division),
        "avoid_team_until": number if _apart(config, division, number) else 0,
        "order": _ORDERS.get(str(_of_round(config, "swiss_order", division, number)), "halves"),
    }
    options |= _starts(config, division) | _byes(config, division)
    options |= {
        "gibson_strict": config.setting("gibson", division) == "strict",
        "gibson_class": None if of_class is None else str(of_class),
        "class_prizes": _class_prizes(config, division),
        "board_stability": bool(config.setting("board_stability", division)),
        "consecutive_apart": system == "swiss"
        and _of_round(config, "swiss_max_consecutive_repeats", division, number) == 0,
    }
    spreads = _numbers(config, "gibson_spread", division)
    if spreads:
        options["gibson_spreads"] = spreads
    options["gibson_groups"] = tuple(
        (min(group), max(group)) for group in _lists(config, "gibson_groups", division) if group
    )
    if system in {"elimination", "double_elimination", "package"}:
        options |= _bracket(config, division)
    koth = _whole(config, "force_koth", division)
    return {name: value for name, value in (options | {"koth_rounds": koth}).items() if value is not None}


def _starts(config: TshConfig, division: str) -> dict[str, Any]:
    seat = _whole(config, "assign_firsts", division)
    return {
        "final_draw": bool(config.setting("final_draw", division)),
        "head_to_head_starts": bool(config.setting("account_for_h2h_sr", division)),
        "bye_firsts": config.setting("bye_firsts", division) == "alternate",
        "second_seed_first": None if seat is None or abs(seat) != 2 else seat > 0,
    }


def _byes(config: TshConfig, division: str) -> dict[str, Any]:
    bottom = _whole(config, "unfair_byes", division)
    if bottom:
        return {"byes": "always_bottom", "bye_bottom": bottom}
    method = config.setting("bye_method", division)
    return {} if method is None else {"byes": str(method)}


def _class_prizes(config: TshConfig, division: str) -> tuple[tuple[str, int], ...]:
    most: dict[str, int] = {}
    for prize in config.prizes:
        name = prize.options.get("class", "").strip("'\"")
        if prize.kind == "rank" and prize.division in {division, "*"} and name:
            most[name] = max(most.get(name, 0), prize.place)
    return tuple(sorted(most.items()))


def _bracket(config: TshConfig, division: str) -> dict[str, Any]:
    prelims, cap = _whole(config, "bracket_prelims", division), _whole(config, "bracket_cap", division)
    games = _numbers(config, "bracket_repeats", division)
    options = {"first_round": prelims + 1 if prelims else None, "bracket": cap, "stage_games": games or None}
    return {name: value for name, value in options.items() if value is not None}


def _prizes(config: TshConfig, division: str) -> int | None:
    """Places with a prize: the last of the prize bands, else the prizes by rank that are for everybody."""
    bands = _numbers(config, "prize_bands", division)
    if bands:
        return max(bands)
    ranks = [
        prize.place
        for prize in config.prizes
        if prize.kind == "rank" and prize.division in {division, "*"} and not prize.options.get("class")
    ]
    return max(ranks, default=None)


def _apart(config: TshConfig, division: str, number: int) -> bool:
    """Whether team-mates are kept apart this round: always, in the rounds listed, or in the first only."""
    exagony = config.setting("exagony", division)
    if isinstance(exagony, list):
        return number in exagony
    return bool(exagony) or (number == 1 and bool(config.setting("initial_exagony", division)))


def _planned(config: TshConfig, division: str, number: int) -> AutoPair | None:
    lines = [line for line in config.autopairs if line.target == number and line.division == division]
    return lines[-1] if lines else None


def _system(config: TshConfig, planned: AutoPair | None, requested: str) -> tuple[str, dict[str, Any]]:
    """The system by its name, or as configured; with the option that names a package."""
    if requested != "config":
        return requested, {}
    if planned is not None:
        if planned.command not in _COMMANDS:
            raise RulesError(f"autopair by “{planned.command}” is not known here; name a system instead")
        return _COMMANDS[planned.command], {}
    name = str(config.settings.get("pairing_system", "chew")).casefold()
    if name == "auto":
        name = "chew"
    if name in _PACKAGES:
        return "package", {"package": name}
    raise RulesError(f"pairing_system “{name}” pairs no round by itself; name a system instead")


def _arguments(line: AutoPair) -> dict[str, int]:
    system = _COMMANDS.get(line.command)
    names = _ARGUMENTS.get(system, ()) if system else ()
    arguments = dict(zip(names, line.arguments, strict=False))
    if system == "swiss" and "max_repeats" in arguments:  # `ns 2`: up to two, as equal scores come before them
        arguments["free_repeats"] = arguments["max_repeats"]
    wrong = [word for word in arguments.values() if not word.isdecimal()]
    if wrong:
        raise RulesError(f"autopair for round {line.target}: “{wrong[0]}” is not a whole number")
    return {name: int(word) for name, word in arguments.items()}


def _of_round(config: TshConfig, name: str, division: str, number: int) -> Value | None:
    """A setting by round; its last entry counts for all later rounds."""
    value = config.setting(name, division)
    if isinstance(value, list):
        return value[min(number, len(value)) - 1] if value else None
    return value


def _whole(config: TshConfig, name: str, division: str) -> int | None:
    value = config.setting(name, division)
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, str) and value.lstrip("-").isdecimal():
        return int(value)
    raise RulesError(f"{name} must be a whole number, not {value!r}")


def _numbers(config: TshConfig, name: str, division: str) -> tuple[int, ...]:
    value = config.setting(name, division)
    return () if value is None else _whole_numbers(name, value if isinstance(value, list) else [value])


def _whole_numbers(name: str, values: Sequence[Value]) -> tuple[int, ...]:
    numbers = tuple(value for value in values if isinstance(value, int))
    if len(numbers) != len(values):
        raise RulesError(f"{name} must list whole numbers, not {values!r}")
    return numbers


def _lists(config: TshConfig, name: str, division: str) -> list[tuple[int, ...]]:
    """A list of lists of whole numbers."""
    value = config.setting(name, division)
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(group, list) for group in value):
        raise RulesError(f"{name} must be a list of lists, such as [[1, 2]]")
    return [_whole_numbers(name, group) for group in value if isinstance(group, list)]


def _table(config: TshConfig, name: str, division: str) -> dict[str, int]:
    value = config.setting(name, division)
    if value is None:
        return {}
    if isinstance(value, list):
        value = {str(k): item for k, item in enumerate(value) if item}
    if not isinstance(value, dict):
        raise RulesError(f"{name} must be a table, such as {name}{{'A'}}[7] = 3")
    return dict(zip(value, _whole_numbers(name, list(value.values())), strict=True))


def known_options() -> tuple[str, ...]:
    """The names of the options that `tsh_round` takes."""
    return tuple(dict.fromkeys(option.name for system in SYSTEMS.values() for option in system.options()))
