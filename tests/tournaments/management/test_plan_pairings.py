"""`manage.py plan_pairings`: a tsh division file of our own, paired by every system; settings honoured; errors in words."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command, execute_from_command_line

from core.packages import ROOT
from tournaments.engine.byes import ByeOrder
from tournaments.engine.importers.tsh import parse_tsh
from tournaments.engine.importers.tsh_config import ConfigError, TshConfig, parse_config, parse_value
from tournaments.engine.importers.tsh_round import tsh_round
from tournaments.engine.pairing import SYSTEMS
from tournaments.engine.pairing.cop import Cop
from tournaments.engine.pairing.options import Order, RulesError
from tournaments.engine.pairing.swiss import Swiss

# Four rounds of nine invented players, one of whom has left after the third; three rounds were full, one is to come.
FILE = """\
# nine invented players
Ashdown, Mira        1820 5 9 2; 412 398 401; board 1 1 1; class A; p12 1 2 1; team Red
Birch, Tomas         1755 6 8 1; 389 422 377; board 2 2 1; class A; p12 2 1 2; team Red
Coleman, Ines        1690 7 5 4; 365 371 420; board 3 3 2; class A; p12 1 1 2; team Blue
Duerr, Otto          1622 8 6 3; 433 340 399; board 4 4 2; class A; p12 2 2 1; team Blue
Eklund, Sara         1580 1 3 9; 377 402 388; board 1 3 3; class B; p12 2 2 1; team Red
Fenn, Gil            1511 2 4 0; 401 415 50; board 2 4 0; class B; p12 1 1 0; team Blue
Gray, Ida            1466 3 0 8; 310 50 372; board 3 0 4; class B; p12 2 0 1; team Red
Hollis, Ben          1402 4 2 7; 298 345 391; board 4 2 4; class B; p12 1 2 2; team Blue
Ivers, Noa           1390 0 1 5; 50 350 342; board 0 1 3; class B; off 0; p12 0 1 2; team Red
"""
CONFIG = """\
division A a.t
config event_name = "Our own" # a comment
config max_rounds = 6
config bye_spread = 40
autopair a 3 4 ns 2 2 a
prize rank 1 a 'Cup'
prize rank 2 a 'Book'
prize rank 1 a 'Pen' class=B
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.t"
    path.write_text(FILE)
    return path


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "config.tsh"
    path.write_text(CONFIG)
    return path


def run(file: Path, *arguments: object) -> str:
    out = StringIO()
    call_command("plan_pairings", str(file), *(str(argument) for argument in arguments), stdout=out)
    return out.getvalue()


def test_a_config_that_never_ends_is_refused_at_once(tmp_path: Path) -> None:
    """Each of these once kept the command busy for minutes, or ended it with a traceback."""
    length = 200_000
    roster, config = tmp_path / "a.t", tmp_path / "config.tsh"
    roster.write_text("Ann Ash 1500; ;\nBo Birk 1400; ;\n")
    for text in (
        "config x{" + " " * length,
        "config x{" + " " * length + "} = 1",
        "config x" + " " * length,
        "config x = " + "7" * length,
        "config x = 12345678901234567890",
        "config x = [" + "1," * length,
        "config x = [\n" + "1,\n" * length,
        "config x = '" + "\\" * length,
        "config x = {" * (length // 10),
    ):
        config.write_text(text)
        begun = time.process_time()
        with pytest.raises(CommandError, match="line 1"):
            run(roster, "--config", config, "--round", 1, "--system", "koth")
        assert time.process_time() - begun < 1, text[:20]


def as_json(file: Path, *arguments: object) -> dict[str, Any]:
    plan = json.loads(run(file, *arguments, "--format", "json"))
    assert isinstance(plan, dict)
    return plan


def pairs(plan: dict[str, Any]) -> set[frozenset[int]]:
    return {frozenset((pair["first"], pair["second"])) for pair in plan["pairs"]}


def options(config: str, number: int = 4, system: str = "swiss") -> Any:
    rows = parse_tsh(FILE).rows
    return tsh_round(rows, parse_config(config), "A", number, system, {})


class TestOutput:
    def test_the_shape_of_the_answer(self, file: Path) -> None:
        plan = as_json(file, "--round", 4, "--system", "swiss", "--seed", 7)
        assert list(plan) == ["pairs", "bye", "seed", "fingerprint"]
        assert all(list(pair) == ["first", "second", "table", "terms"] for pair in plan["pairs"])
        assert plan["seed"] == 7
        assert len(plan["fingerprint"]) == 64
        assert plan["bye"] is None  # nine players, one of whom has left
        met = [player for pair in plan["pairs"] for player in (pair["first"], pair["second"])]
        assert sorted(met) == list(range(1, 9))
        assert [pair["table"] for pair in plan["pairs"]] == [1, 2, 3, 4]
        assert all(set(term) == {"name", "value", "cost"} for pair in plan["pairs"] for term in pair["terms"])

    def test_the_bye_is_a_line_number(self, tmp_path: Path) -> None:
        odd = tmp_path / "odd.t"
        odd.write_text(FILE.replace(" off 0;", ""))
        plan = as_json(odd, "--round", 4, "--system", "swiss")
        assert plan["bye"] == 8  # the lowest of those without a bye so far

    def test_what_is_not_used_is_named_beside_the_plan(self, file: Path, config: Path) -> None:
        file.write_text(FILE.replace("team Red", "team Red; norank", 1))
        config.write_text(CONFIG + "prize rank 3 a 'Cap' memberfile=caps.txt\n")
        out, err = StringIO(), StringIO()
        where = [str(file), "--config", str(config), "--round", "4", "--system", "swiss", "--format", "json"]
        call_command("plan_pairings", *where, stdout=out, stderr=err)
        assert err.getvalue() == "not used: norank, config event_name, prize rank … memberfile=\n"
        assert json.loads(out.getvalue())["pairs"]

    def test_text_names_the_players(self, file: Path, config: Path) -> None:
        text = run(file, "--round", 4, "--system", "koth", "--config", config)
        assert text.startswith("Round 4 by koth, seed 1\n")
        assert "Duerr, Otto (#4)" in text

    def test_text_ends_with_what_a_director_should_know(self, file: Path, config: Path) -> None:
        """Here who can still win a prize in the last round."""
        lines = run(file, "--round", 4, "--rounds", 4, "--system", "finals", "--config", config).splitlines()
        assert re.fullmatch(r"note  contenders #\d+(, #\d+)+", lines[-1])

    @pytest.mark.parametrize("system", [system for system in SYSTEMS if system != "fontes"])
    @pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
    def test_every_system_pairs_every_round(self, file: Path, config: Path, system: str, number: int) -> None:
        plan = as_json(file, "--round", number, "--system", system, "--config", config, "--option", "simulations=300")
        alone = plan["bye"] if isinstance(plan["bye"], list) else [plan["bye"]] if plan["bye"] else []
        met = [player for pair in plan["pairs"] for player in (pair["first"], pair["second"])]
        here = set(range(1, 9)) | ({9} if 9 in met or 9 in alone else set())
        assert sorted([*met, *alone]) == sorted(here)

    def test_the_same_every_time_in_processes_of_their_own(self, file: Path) -> None:
        arguments = ["--round", "4", "--system", "random", "--format", "json"]
        command = [sys.executable, "manage.py", "plan_pairings", str(file), *arguments]
        there = subprocess.run(command, capture_output=True, check=True, cwd=ROOT, text=True).stdout
        assert there == run(file, *arguments) == run(file, *arguments)

    def test_rounds_from_the_one_to_pair_onwards_do_not_matter(self, file: Path, tmp_path: Path) -> None:
        short = tmp_path / "short.t"
        rows = [line.split("; board")[0] for line in FILE.splitlines() if not line.startswith("#")]
        lines = []
        for row in rows:
            head, scores = row.split(";")
            *words, _third = head.split()
            lines.append(f"{' '.join(words)}; {' '.join(scores.split()[:2])};{' off 0;' if 'Ivers' in head else ''}")
        short.write_text("\n".join(lines))
        plain = tmp_path / "plain.t"
        plain.write_text("\n".join(f"{row};{' off 0;' if 'Ivers' in row else ''}" for row in rows))
        assert as_json(short, "--round", 3, "--system", "swiss") == as_json(plain, "--round", 3, "--system", "swiss")


class TestSettings:
    def test_repeats_and_standings_come_from_an_autopair_line(self) -> None:
        round_ = options(CONFIG)
        assert (round_.rules.max_repeats, round_.snapshot.based_on) == (2, 2)
        assert isinstance(round_.rules, Swiss)
        assert round_.rules.free_repeats == 2, "tsh's limit is what it pairs equal scores up to"
        assert (round_.rules.total_rounds, round_.rules.prizes) == (6, 2)
        cop = options(CONFIG, system="cop").rules
        assert isinstance(cop, Cop)
        assert cop.class_prizes == (("B", 1),)
        assert round_.snapshot.settings.bye_spread == 40
        assert options(CONFIG, system="koth").rules.max_repeats is None

    @pytest.mark.parametrize(
        ("line", "name", "value"),
        [
            ("config gibson = 1", "gibson", True),
            ("config gibson = 'strict'", "gibson_strict", True),
            ("config gibson_spread = [300, 250]", "gibson_spreads", (300, 250)),
            ("config gibson_groups{'A'} = [[1, 2], [4, 3]]", "gibson_groups", ((1, 2), (3, 4))),
            ("config gibson_class = 'B'", "gibson_class", "B"),
            ("config prize_bands{'A'} = [1, 3]", "prizes", 3),
            ("config final_draw = 1", "final_draw", True),
            ("config account_for_h2h_sr = 1", "head_to_head_starts", True),
            ("config bye_firsts = 'alternate'", "bye_firsts", True),
            ("config assign_firsts = 2", "second_seed_first", True),
            ("config assign_firsts = -2", "second_seed_first", False),
            ("config assign_firsts = 1", "second_seed_first", None),
            ("config board_stability = 1", "board_stability", True),
            ("config swiss_order = ['auto', 'koth']", "order", Order.ADJACENT),
            ("config swiss_ignores_firsts = 1", "balance_starts", False),
            ("config swiss_max_consecutive_repeats = 0", "consecutive_apart", True),
            ("config exagony = 1", "avoid_team_until", 4),
            ("config exagony = [1, 2]", "avoid_team_until", 0),
            ("config initial_exagony = 1", "avoid_team_until", 0),
            ("config unfair_byes = 3", "bye_bottom", 3),
            ("config bye_method = 'top_down'", "byes", ByeOrder.TOP_DOWN),
            ("config force_koth = 2", "koth_rounds", 2),
            ("config initial_snaked = 1", "snaked", True),
            ("config max_rounds = '6'", "total_rounds", 6),
            ("autopair a 3 4 ns", "free_repeats", 0),
        ],
    )
    def test_a_setting_of_the_configuration_becomes_an_option(self, line: str, name: str, value: object) -> None:
        keys = ["swiss", *SYSTEMS]
        system = next(key for key in keys if name in {one.name for one in SYSTEMS[key].options()})
        assert getattr(options(line, system=system).rules, name) == value

    def test_caps_blocks_tables_and_byes(self) -> None:
        round_ = options(
            "config spread_cap = [200, 700]\nconfig avoid{'A'} = [[1, 3, 2]]\nconfig all_byes_tie = 1\n"
            "config reserved{'A'}[8] = 3\nconfig tables{'A'} = [11, 12]\n"
        )
        assert round_.snapshot.settings.spread_caps == (200, 700)
        assert round_.snapshot.settings.bye_half_wins == 1
        assert {(pair.a, pair.b) for pair in round_.snapshot.blocked} == {(1, 2), (1, 3), (2, 3)}
        assert round_.snapshot.players[7].fixed_table == 3
        assert [round_.table(board) for board in range(1, 5)] == [11, 12, 1, 2]
        assert dict(round_.snapshot.last_tables)[5] == 3
        as_list = options("config reserved{'A'} = [0, 0, 7]\n")  # the first place is of nobody, as everywhere in tsh
        assert [player.fixed_table for player in as_list.snapshot.players[:3]] == [None, 7, None]

    def test_they_change_the_pairing(self, file: Path, tmp_path: Path) -> None:
        free = pairs(as_json(file, "--round", 4, "--system", "swiss"))
        settings = tmp_path / "avoid.tsh"
        pair = sorted(next(iter(free)))
        settings.write_text(
            f"division A a.t\nconfig avoid{{'A'}} = [{pair}]\nconfig tables{{'A'}} = [21, 22, 23, 24]\n"
        )
        plan = as_json(file, "--round", 4, "--system", "swiss", "--config", settings)
        assert frozenset(pair) not in pairs(plan)
        assert [pair["table"] for pair in plan["pairs"]] == [21, 22, 23, 24]

    def test_tables_numbered_through_all_divisions(self, file: Path, tmp_path: Path) -> None:
        (tmp_path / "b.t").write_text(FILE)
        (tmp_path / "c.tsh").write_text("division A a.t\ndivision B b.t\nconfig table_method = 'consecutive'\n")
        plan = as_json(tmp_path / "b.t", "--round", 4, "--system", "koth", "--config", tmp_path / "c.tsh")
        assert [pair["table"] for pair in plan["pairs"]] == [5, 6, 7, 8]

    def test_the_system_of_the_configuration(self, file: Path, config: Path) -> None:
        by_line = run(file, "--round", 4, "--system", "config", "--config", config)
        assert by_line.startswith("Round 4 by swiss")
        by_name = run(file, "--round", 5, "--system", "config", "--config", config)
        assert by_name.startswith("Round 5 by chew")
        automatic = options("config pairing_system = 'auto'", system="config").rules
        assert automatic == options("config pairing_system = 'chew'", system="config").rules
        with pytest.raises(RulesError, match="pairs no round by itself"):
            options("config pairing_system = 'manual'", system="config")
        with pytest.raises(RulesError, match="not known here"):
            options("autopair A 3 4 xyz 1", system="config")

    def test_options_go_before_the_configuration(self, file: Path, config: Path) -> None:
        arguments = ("--round", 4, "--system", "swiss", "--config", config)
        default = as_json(file, *arguments)
        assert pairs(as_json(file, *arguments, "--option", "order=fold")) != pairs(default)
        assert as_json(file, *arguments, "--based-on", 3)["fingerprint"] != default["fingerprint"]


class TestValues:
    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("3", 3),
            ("-2.5;", -2.5),
            ("'a, \\'b\\''", "a, 'b'"),
            ('["x", [1, 2,], {A => 1, "b" => [2]}]', ["x", [1, 2], {"A": 1, "B": [2]}]),
            ("[]", []),
        ],
    )
    def test_values_as_perl_writes_them(self, text: str, value: object) -> None:
        assert parse_value(text) == value

    def test_lists_over_several_lines_and_comments(self) -> None:
        config = parse_config("config spread_cap = [ # caps\n 200,\n 700 ]\nconfig name = 'it # stays'\n")
        assert config.settings == {"spread_cap": [200, 700], "name": "it # stays"}

    def test_a_setting_can_belong_to_a_division(self) -> None:
        config = parse_config("config tables{'a'} = [1]\nconfig x = 2")
        assert (config.setting("tables", "A"), config.setting("tables", "B"), config.setting("x", "B")) == (
            [1],
            None,
            2,
        )
        assert TshConfig().setting("x") is None

    @pytest.mark.parametrize(
        ("text", "line", "message"),
        [
            ("config x", 1, "config name = value"),
            ("\n\nconfg max_rounds = 3", 3, "begins no line"),
            ("config a = [1, 2", 1, "missing at the end"),
            ("config a = 1 2", 1, "more after the value"),
            ("config a = [1 2]", 1, "comma"),
            ("config a = system('x')", 1, "more after the value"),
            ("config a = `x`", 1, "cannot be read"),
            ("config a = [[[[[[[[[[1]]]]]]]]]]", 1, "nested"),
            ("config a = 1\nconfig a{'B'} = 2", 2, "plain value"),
            ("config a{'B'} = 1\nconfig a{'B'}{'C'}{'D'} = 2", 2, "plain value"),
            ("config a{'B = 2", 1, "no key"),
            ("config a = ]", 1, "“]” is no value"),
            ("config a = {1 2}", 1, "a table needs key => value"),
            ("\0", 0, "not a text file"),
            ("division A", 1, "division NAME FILE"),
            ("autopair a 3 2 ns", 1, "cannot be paired from"),
            ("autopair a x 2 ns", 1, "autopair DIVISION"),
            ("prize rank x A 5", 1, "prize TYPE"),
        ],
    )
    def test_what_cannot_be_read_says_where_and_why(self, text: str, line: int, message: str) -> None:
        with pytest.raises(ConfigError, match=message) as caught:
            parse_config(text)
        assert caught.value.line == line


class TestErrors:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("Ashdown, Mira\n", "line 1: there is no rating"),
            ("A B 0 2; 400\nC D 0 1 1; 300 x\n", "line 2: round 2: the score “x”"),
            ("A B 0 3; 400\n", "not in this file"),
            ("", "bad.t: there are no players"),
            ("\x00\x01", "not a text file"),
        ],
    )
    def test_a_malformed_file(self, tmp_path: Path, text: str, message: str) -> None:
        path = tmp_path / "bad.t"
        path.write_text(text)
        with pytest.raises(CommandError, match=message) as caught:
            run(path, "--round", 2, "--system", "swiss")
        assert caught.value.returncode == 1

    def test_a_missing_file_is_reported(self, tmp_path: Path) -> None:
        with pytest.raises(CommandError, match="No such file") as caught:
            run(tmp_path / "none.t", "--round", 1, "--system", "swiss")
        assert caught.value.returncode == 1

    def test_a_round_that_cannot_be_paired(self, tmp_path: Path) -> None:
        path = tmp_path / "two.t"
        path.write_text("A B 0 2; 400\nC D 0 1; 300\n")
        with pytest.raises(CommandError, match="relax max_repeats for 1-2") as caught:
            run(path, "--round", 2, "--system", "swiss", "--option", "max_repeats=0")
        assert caught.value.returncode == 3

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("config max_rounds = 'many'", "max_rounds must be a whole number"),
            ("config spread_cap = -5", "must not be negative"),
            ("config gibson_groups = 3", "list of lists"),
            ("config tables = ['x']", "must list whole numbers"),
            ("config reserved = 3", "must be a table"),
            ("config avoid = [[1, 99]]", "the file has 9"),
            ("config bye_method = 'by height'", "byes must be one of"),
            ("autopair A 3 4 ns many", "not a whole number"),
        ],
    )
    def test_settings_that_no_system_could_mean(self, line: str, message: str) -> None:
        with pytest.raises(RulesError, match=message):
            options(line)

    @pytest.mark.parametrize(
        ("arguments", "code", "words"),
        [
            (["--round", "4", "--system", "magic"], 2, "invalid choice: 'magic'"),
            (["--round", "0", "--system", "swiss"], 2, "not a round from 1"),
            (["--round", "4", "--system", "swiss", "--option", "colour=1"], 2, "is not NAME=VALUE"),
            (
                ["--round", "4", "--system", "swiss", "--based-on", "last"],
                2,
                "“last” is not a round from 0 (the seeding)",
            ),
            (["--system", "swiss"], 2, "--round"),
            (["--round", "9", "--system", "fontes"], 1, "opening rounds"),
            (["--round", "4", "--system", "swiss", "--option", "max_repeats=0"], 0, ""),
        ],
    )
    def test_exit_codes(
        self, file: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, words: str
    ) -> None:
        """As ``manage.py`` runs it: refusals leave with their code and say why."""
        status = 0
        try:
            execute_from_command_line(["manage.py", "plan_pairings", str(file), *arguments])
        except SystemExit as end:
            status = int(str(end.code))
        output = capsys.readouterr()
        assert status == code
        assert words in output.err
        assert bool(output.out) == (code == 0)
