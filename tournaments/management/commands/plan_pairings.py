"""``manage.py plan_pairings FILE.t --round N --system S``: pair a tsh division file from the command line.

Exit codes: 0 paired, 1 a file or a setting cannot be read, 2 wrong use, 3 the round cannot be paired under its rules.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.engine.importers.roster import MAX_BYTES, RosterRow
from tournaments.engine.importers.tsh import parse_tsh
from tournaments.engine.importers.tsh_config import ConfigError, TshConfig, parse_config
from tournaments.engine.importers.tsh_round import TshRound, known_options, tsh_round
from tournaments.engine.importers.tsh_unused import unused_in_config, unused_in_players
from tournaments.engine.model import SnapshotError
from tournaments.engine.pairing import Plan, plan, systems
from tournaments.engine.pairing.infeasible import Infeasible
from tournaments.engine.pairing.options import RulesError

INFEASIBLE = 3
_MOST_ROUNDS = 100


class Command(BaseCommand):
    """Needs no database: a file in, a pairing out."""

    help = "Pair a round of a tsh division file (.t) by any of the site's systems."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """The file, its configuration, and how to pair."""
        parser.add_argument("file", type=Path, metavar="FILE.t", help="the division file")
        parser.add_argument("--config", type=Path, metavar="config.tsh", help="the event's configuration")
        parser.add_argument("--round", type=_round, required=True, metavar="N", help="the round to pair, from 1")
        keys = [system.key for system in systems()]
        parser.add_argument(
            "--system",
            required=True,
            choices=[*keys, "config"],
            metavar="S",
            help=f"one of {', '.join(keys)}; or config: as the configuration has it",
        )
        parser.add_argument("--seed", type=int, default=1, metavar="K", help="seed of the random draws (default 1)")
        parser.add_argument("--format", choices=["text", "json"], default="text")
        parser.add_argument("--rounds", type=_round, metavar="M", help="rounds of the event, if no configuration says")
        parser.add_argument("--based-on", type=_standings, metavar="R", help="the round whose standings decide")
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            type=_option,
            metavar="NAME=VALUE",
            help=f"an option of the system, its value as JSON: {', '.join(known_options())}",
        )

    def handle(self, *_args: object, **options: Any) -> None:
        """Read, pair, print."""
        rows = _players(options["file"])
        config = TshConfig() if options["config"] is None else _config(options["config"])
        division = _division(config, options["file"])
        try:
            round_ = tsh_round(
                rows,
                config,
                division,
                options["round"],
                options["system"],
                dict(options["option"]),
                rounds=options["rounds"],
                based_on=options["based_on"],
                tables_before=_games_before(config, division, options["file"].parent),
            )
            pairing = plan(round_.snapshot, round_.rules, options["seed"])
        except Infeasible as error:
            raise CommandError(_infeasible(error), returncode=INFEASIBLE) from error
        except (RulesError, SnapshotError) as error:
            raise CommandError(f"{error}.") from error
        self._report_unused(options["file"], config)
        lines = _json(pairing, round_) if options["format"] == "json" else _text(pairing, round_, rows)
        self.stdout.write(lines)

    def _report_unused(self, path: Path, config: TshConfig) -> None:
        """Goes to standard error, so that standard output holds only the plan."""
        unused = [*unused_in_players(_read(path)), *unused_in_config(config)]
        if unused:
            self.stderr.write(f"not used: {', '.join(unused)}")


def _round(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= _MOST_ROUNDS:
        raise argparse.ArgumentTypeError(f"“{text}” is not a round from 1 to {_MOST_ROUNDS}")
    return int(text)


def _standings(text: str) -> int:
    if not text.isdecimal() or int(text) > _MOST_ROUNDS:
        raise argparse.ArgumentTypeError(f"“{text}” is not a round from 0 (the seeding) to {_MOST_ROUNDS}")
    return int(text)


def _option(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    if not equals or name not in known_options():
        raise argparse.ArgumentTypeError(f"“{text}” is not NAME=VALUE with one of: {', '.join(known_options())}")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value  # a word, such as fold


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}.") from error


def _players(path: Path) -> tuple[RosterRow, ...]:
    parse = parse_tsh(_read(path))
    if parse.problems:
        shown = [
            f"{path}{f', line {bad.line}' if bad.line else ''}: {bad.message}; {bad.remedy}."
            for bad in parse.problems[:10]
        ]
        more = len(parse.problems) - len(shown)
        raise CommandError("\n".join(shown + ([f"… and {more} more."] if more else [])))
    return parse.rows


def _config(path: Path) -> TshConfig:
    try:
        return parse_config(_read(path))
    except ConfigError as error:
        raise CommandError(f"{path}, {error}.") from error


def _division(config: TshConfig, path: Path) -> str:
    """The division whose file this is; of a configuration with only one, that."""
    named = [name for name, file in config.divisions.items() if Path(file).name == path.name]
    if named:
        return named[0]
    return next(iter(config.divisions)) if len(config.divisions) == 1 else "A"


def _games_before(config: TshConfig, division: str, folder: Path) -> int:
    """Games of the divisions whose names come first, where tables are numbered through all of them."""
    if config.setting("table_method", division) != "consecutive":
        return 0
    earlier = [folder / Path(file).name for name, file in config.divisions.items() if name < division]
    return sum(sum(not row.inactive for row in _players(path)) // 2 for path in earlier)


def _infeasible(error: Infeasible) -> str:
    """Why, and the fewest rules to relax."""
    lines = [f"{error}."]
    lines += [f"  #{player} has no possible opponent: {', '.join(names)}" for player, names in error.stuck.items()]
    for way in error.relaxations:
        pairs = ", ".join(f"{a}-{'bye' if b is None else b}" for a, b in way.pairs)
        lines.append(f"  relax {' and '.join(way.constraints)} for {pairs}")
    return "\n".join(lines)


def _json(plan: Plan, round_: TshRound) -> str:
    byes = [bye.player for bye in plan.byes]
    data = {
        "pairs": [
            {
                "first": pair.first,
                "second": pair.second,
                "table": round_.table(pair.table),
                "terms": [{"name": term.name, "value": term.value, "cost": term.cost} for term in pair.terms],
            }
            for pair in plan.pairs
        ],
        "bye": byes if len(byes) > 1 else next(iter(byes), None),
        "seed": plan.seed,
        "fingerprint": plan.fingerprint,
    }
    return json.dumps(data, ensure_ascii=False)


def _text(plan: Plan, round_: TshRound, rows: tuple[RosterRow, ...]) -> str:
    name = {row.number: f"{row.name} (#{row.number})" for row in rows}
    wide = max(len(name[pair.first]) for pair in plan.pairs) if plan.pairs else 0
    lines = [f"Round {plan.round} by {plan.used or plan.rules.key}, seed {plan.seed}"]
    for pair in plan.pairs:
        why = ", ".join(f"{term.name} {term.value}" for term in pair.terms)
        names = f"{name[pair.first]:<{wide}}  {name[pair.second]}"
        lines.append(f"{round_.table(pair.table):>4}  {names}" + (f"  [{why}]" if why else ""))
    lines += [f" bye  {name[bye.player]}" for bye in plan.byes]
    for note in plan.notes:
        who = ", ".join(f"#{player}" for player in note.players)
        lines.append(f"note  {note.code} {' '.join(note.names) or who}".rstrip())
    return "\n".join(lines)
