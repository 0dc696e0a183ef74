"""``manage.py evaluate_ratings FILE… [--system S] [--param K=V] [--compare [S…]] [--tune [K…]] [--json]``."""

from __future__ import annotations

import json
import lzma
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import TextIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ratings.engine.evaluate import Forecast, Scores, Split, TooFewGames, Years, score_all
from ratings.engine.evaluate_file import GamesFileError, read_games
from ratings.engine.evaluate_history import GameRow, History, HistoryError, build_history
from ratings.engine.evaluate_predictors import EVENT_KALMAN, OFFICIAL, forecast, names
from ratings.engine.evaluate_report import calibration_lines, comparison_lines
from ratings.engine.evaluate_tune import Tuned, search, starting_values, training_loss, tunable
from ratings.engine.evaluate_variants import score_variants, variant_lines
from ratings.engine.params import ParameterError

_MOST_BYTES = 2_000_000_000
_MOST_TRIES = 200
_YEARS = re.compile(r"(\d{4})(?:-(\d{4}))?")
_BAR = 30


class Command(BaseCommand):
    """Predict every game from the ratings before its event, and say how good that was."""

    help = "Evaluate rating systems on files of games, strictly forward in time."

    def add_arguments(self, parser: CommandParser) -> None:
        """Files, systems, and which years are for fitting and which for scoring."""
        parser.add_argument("files", nargs="+", metavar="FILE", type=Path, help="CSV, or CSV packed with xz")
        parser.add_argument(
            "--system", default=EVENT_KALMAN, metavar="S", help=f"the system to evaluate ({EVENT_KALMAN})"
        )
        parser.add_argument(
            "--param", action="append", default=[], metavar="K=V", help="change a parameter of --system; repeatable"
        )
        parser.add_argument(
            "--compare", nargs="*", metavar="S", help="also these systems; all of them when none is named"
        )
        parser.add_argument(
            "--tune",
            nargs="*",
            metavar="K",
            help="first choose these parameters of --system on the training years; without names those worth it, "
            "and with --compare those of every system",
        )
        parser.add_argument("--tries", type=int, default=_MOST_TRIES, metavar="N", help="most values to try in tuning")
        parser.add_argument("--train", metavar="YEARS", help="fit the curve on YYYY-YYYY (the earlier half)")
        parser.add_argument("--test", metavar="YEARS", help="score on YYYY-YYYY (the years after --train)")
        parser.add_argument(
            "--late", action="store_true", help="also fit how much less a lead is worth late in an event"
        )
        parser.add_argument(
            "--cubic",
            action="store_true",
            help="also fit how much more a large lead is worth than a straight line says",
        )
        parser.add_argument(
            "--terms", action="store_true", help="instead compare the filter with links term by term with that without"
        )
        parser.add_argument("--seed", type=int, default=1, help="of the bootstrap behind the intervals")
        parser.add_argument("--json", action="store_true", help="print JSON instead of tables")

    def handle(self, *, files: list[Path], **options: object) -> None:
        """Read, tune on demand, run every system, score, print."""
        try:
            self._evaluate(files, options)
        except (ParameterError, GamesFileError, HistoryError, TooFewGames, ValueError) as error:
            raise CommandError(str(error), returncode=2) from error

    def _evaluate(self, files: Sequence[Path], options: Mapping[str, object]) -> None:
        history = build_history(chain.from_iterable(self._games(path) for path in files))
        split = _split(history, options["train"], options["test"])
        if options["terms"]:
            self._terms(history, split, int(str(options["seed"])))
            return
        system, params = str(options["system"]), _params(options["param"])
        forecasts: dict[str, Forecast] = {}
        tuned: dict[str, Tuned] = {}
        chosen: dict[str, object] = {}
        for name in _systems(history, system, options["compare"]):
            fixed = params if name == system else {}
            if (result := self._tune(name, fixed, history, split.train, options)) is not None:
                tuned[name] = result
            values = {**fixed, **(result.params if result else {})}
            if name == system:
                chosen = values
            with _Bar(self.stderr, name) as bar:
                forecasts[name] = forecast(name, history, values or None, bar)
        baseline = OFFICIAL if OFFICIAL in forecasts else None
        late, cubic, seed = bool(options["late"]), bool(options["cubic"]), int(str(options["seed"]))
        table = score_all(forecasts, history, split, baseline=baseline, late=late, cubic=cubic, seed=seed)
        if not any(table.values()):
            raise TooFewGames("there is no game to score; choose other years with --train and --test")
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(history, split, table, forecasts, system, chosen, tuned), indent=2))
            return
        self._print(history, split, table, forecasts, system, tuned)

    def _terms(self, history: History, split: Split[Years], seed: int) -> None:
        self.stdout.write(_about(history, split))
        with ExitStack() as bars:
            table = score_variants(
                history, split, seed=seed, progress=lambda name: bars.enter_context(_Bar(self.stderr, name))
            )
        for line in variant_lines(table):
            self.stdout.write(line)

    def _games(self, path: Path) -> Iterator[GameRow]:
        try:
            if path.stat().st_size > _MOST_BYTES:
                raise GamesFileError("the file is too large")
            with _opened(path) as lines:
                yield from read_games(lines)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror or error}", returncode=2) from error
        except (GamesFileError, lzma.LZMAError, EOFError) as error:
            raise CommandError(f"{path}: {error}", returncode=2) from error

    def _tune(
        self, system: str, params: Mapping[str, object], history: History, years: Years, options: Mapping[str, object]
    ) -> Tuned | None:
        names_to_tune, tries = options["tune"], options["tries"]
        if not isinstance(names_to_tune, list) or system == OFFICIAL:
            return None
        if system != str(options["system"]) and names_to_tune:
            return None  # names are those of --system
        if not isinstance(tries, int) or tries < 1:
            raise ParameterError("--tries must be 1 or more")
        start = starting_values(system, names_to_tune or tunable(system), params)
        if not start:
            return None
        loss = training_loss(system, history, years, fixed=params)
        with _Bar(self.stderr, f"tuning {system}") as bar:
            return search(loss, start, most_tries=tries, progress=bar)

    def _print(
        self,
        history: History,
        split: Split[Years],
        table: Mapping[str, Scores],
        forecasts: Mapping[str, Forecast],
        system: str,
        tuned: Mapping[str, Tuned],
    ) -> None:
        self.stdout.write(_about(history, split))
        for name, result in tuned.items():
            values = ", ".join(f"{param} {value:.6g}" for param, value in result.params.items())
            self.stdout.write(
                f"{name} tuned on {_years(split.train)} in {result.tries} tries: log loss there {result.start_loss:.5f} → "
                f"{result.loss:.5f} with {values}"
            )
        seconds = {name: one.seconds for name, one in forecasts.items()}
        for line in comparison_lines(table, seconds, history.games):
            self.stdout.write(line)
        for line in calibration_lines(system, table.get(system, {})):
            self.stdout.write(line)


class _Bar:
    """A progress bar on a terminal; silent elsewhere, so that logs stay readable."""

    def __init__(self, stream: object, name: str) -> None:
        self._stream: TextIO = sys.stderr
        self._name, self._shown, self._on = name, -1, bool(getattr(stream, "isatty", lambda: False)())

    def __enter__(self) -> Callable[[int, int], None]:
        return self._show

    def _show(self, done: int, total: int) -> None:
        part = _BAR * done // max(1, total)
        if self._on and part != self._shown:
            self._shown = part
            self._stream.write(f"\r{self._name:24} [{'#' * part:{_BAR}}] {done}/{total} ")
            self._stream.flush()

    def __exit__(self, *_error: object) -> None:
        if self._on:
            self._stream.write("\r" + " " * 78 + "\r")


def _opened(path: Path) -> TextIO:
    if path.suffix == ".xz":
        return lzma.open(path, "rt", encoding="utf-8-sig", newline="")
    return path.open(encoding="utf-8-sig", newline="")


def _params(texts: object) -> dict[str, object]:
    params: dict[str, object] = {}
    for text in texts if isinstance(texts, list) else []:
        name, sign, value = str(text).partition("=")
        if not sign or not name:
            raise ParameterError(f"--param takes NAME=VALUE, not “{text}”")
        try:
            params[name] = {"true": True, "false": False}[value] if value in ("true", "false") else _number(value)
        except ValueError as error:
            raise ParameterError(f"--param {name}: “{value}” is not a number") from error
    return params


def _number(text: str) -> float | int:
    value = float(text)
    return int(text) if text.lstrip("+-").isdecimal() else value


def _systems(history: History, system: str, compare: object) -> list[str]:
    others = list(compare) if isinstance(compare, list) else []
    if isinstance(compare, list) and not others:
        others = list(names(history))
    official = [OFFICIAL] if history.rated.any() else []
    return list(dict.fromkeys([*official, system, *map(str, others)]))


def _split(history: History, train: object, test: object) -> Split[Years]:
    """The requested years; otherwise the first quarter burns in, then half of the rest fits and half scores."""
    first, last = int(history.year.min()), int(history.year.max())
    burned = first + (last - first + 1) // 4
    fitted = _parsed(train) if train else Years(burned, max(burned, (burned + last - 1) // 2))
    return Split(fitted, _parsed(test) if test else Years(fitted.last + 1, max(last, fitted.last + 1)))


def _parsed(text: object) -> Years:
    match = _YEARS.fullmatch(str(text))
    if match is None:
        raise ParameterError(f"years are YYYY or YYYY-YYYY, not “{text}”")
    return Years(int(match[1]), int(match[2] or match[1]))


def _years(years: Years) -> str:
    return str(years.first) if years.first == years.last else f"{years.first}–{years.last}"


def _about(history: History, split: Split[Years]) -> str:
    return (
        f"{history.games} games, {len(history.events)} events, {len(history.players)} players; "
        f"curve fitted on {_years(split.train)}, scored on {_years(split.test)}"
    )


def _as_json(
    history: History,
    split: Split[Years],
    table: Mapping[str, Scores],
    forecasts: Mapping[str, Forecast],
    system: str,
    params: Mapping[str, object],
    tuned: Mapping[str, Tuned],
) -> dict[str, object]:
    return {
        "games": history.games,
        "events": len(history.events),
        "players": len(history.players),
        "train": [split.train.first, split.train.last],
        "test": [split.test.first, split.test.last],
        "system": system,
        "params": dict(params),
        "tuned": asdict(tuned[system]) if system in tuned else None,
        "tuned_systems": {name: asdict(result) for name, result in tuned.items()},
        "systems": {
            name: {
                "seconds": forecasts[name].seconds,
                "levels": {level: asdict(score) for level, score in scores.items()},
            }
            for name, scores in table.items()
        },
    }
