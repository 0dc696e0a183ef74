"""``manage.py bring_over``: the database of an older commit, with other columns and tables, comes to today's with every row."""

import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.harness import prepared
from tests.harness.site import ROOT, environment_for, prepared_site, without_checks
from tests.harness.snippets import Loaded
from tournaments.settings import DivisionSettings, settings_in
from tournaments.settings.codec import RENAMED

pytestmark = [pytest.mark.processes, pytest.mark.long]

#: What an older commit's database looked like: no texts of clubs, a table and a column nobody needs, tokens in two tables, leagues
#: among the tables of tournaments, a column for each setting of a division, links that ended under other names.
OLDER = """
ALTER TABLE clubs_club DROP COLUMN about;
ALTER TABLE clubs_player ADD COLUMN shoe_size integer NOT NULL DEFAULT 42;
CREATE TABLE tournaments_forgotten (id integer PRIMARY KEY);
DROP TABLE clubs_apitoken;
CREATE TABLE knox_authtoken (digest text PRIMARY KEY, token_key text, user_id bigint, created text, expiry text);
CREATE TABLE clubs_apitoken (id integer PRIMARY KEY, name text, scopes text, is_sign_in bool, last_used_at text,
                             club_id bigint, token_id text);
UPDATE tournaments_personallink SET ended_at = '2026-01-02 00:00:00' WHERE id = (SELECT min(id) FROM tournaments_personallink);
ALTER TABLE tournaments_sliplink RENAME COLUMN ended_at TO revoked_at;
ALTER TABLE tournaments_personallink RENAME COLUMN ended_at TO revoked_at;
ALTER TABLE tournaments_resultskiosk RENAME COLUMN ended_at TO closed_at;
ALTER TABLE lexicon_judgetablet RENAME COLUMN ended_at TO closed_at;
INSERT INTO knox_authtoken SELECT 'd1g357', 'abc', min(id), '2026-01-01 00:00:00', '2026-02-01 00:00:00' FROM clubs_user;
INSERT INTO clubs_apitoken VALUES (7, 'Scoreboard', 'read', 0, NULL, NULL, 'd1g357');
ALTER TABLE leagues_league RENAME TO tournaments_league;
ALTER TABLE leagues_leagueseason RENAME TO tournaments_leagueseason;
ALTER TABLE leagues_leaguedivision RENAME TO tournaments_leaguedivision;
ALTER TABLE tournaments_leagueseason RENAME COLUMN best_events TO best_sessions;
ALTER TABLE leagues_seasonplayer RENAME TO tournaments_leaguemember;
ALTER TABLE leagues_countingevent RENAME TO tournaments_leaguesession;
UPDATE audit_actionlog SET target_type = replace(target_type, 'leagues.', 'tournaments.');
UPDATE django_content_type SET app_label = 'tournaments' WHERE app_label = 'leagues';
UPDATE django_content_type SET model = 'leaguemember' WHERE model = 'seasonplayer';
UPDATE django_content_type SET model = 'leaguesession' WHERE model = 'countingevent';
CREATE TABLE older AS SELECT id, event_id, name, slug, position, game, rules_slug, lexicon_version_id, rating_pool_id,
    $settings FROM tournaments_division;
DROP TABLE tournaments_division;
ALTER TABLE older RENAME TO tournaments_division;
""".replace(
    "$settings",
    ", ".join(
        f"json_extract(settings, '$.{name}') AS {RENAMED.get(name, name)}" for name in settings_in(DivisionSettings)
    ),
)
#: The tables of leagues today, and their names before.
LEAGUES = {
    "league": "league",
    "leagueseason": "leagueseason",
    "leaguedivision": "leaguedivision",
    "seasonplayer": "leaguemember",
    "countingevent": "leaguesession",
}


def rows(path: Path, table: str) -> list[dict[str, object]]:
    """The rows of a table by id."""
    with closing(sqlite3.connect(path)) as database:
        database.row_factory = sqlite3.Row
        return [dict(row) for row in database.execute(f"SELECT * FROM {table} ORDER BY id")]


def settings_of(path: Path) -> list[dict[str, object]]:
    """The settings of the divisions by id."""
    return [json.loads(str(row["settings"])) for row in rows(path, "tournaments_division")]


#: What a command answers to each of several lists of arguments.
EACH = """
import json
from django.core.management import CommandError, call_command
answers = []
for arguments in {cases}:
    try:
        call_command(*arguments)
        answers.append("done")
    except CommandError as error:
        answers.append(str(error))
print(json.dumps(answers))
"""


@dataclass
class Machine:
    """A data folder, which each test fills anew, and the program that works on it: loaded once, as that takes longest."""

    data: Path
    program: Loaded

    def answers(self, *commands: Sequence[str]) -> list[str]:
        """What each command is refused with, or “done”; in one process."""
        answers: list[str] = json.loads(self.program.run(EACH.format(cases=commands)).splitlines()[-1])
        return answers


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """The program."""
    data = tmp_path_factory.mktemp("machine") / "data"
    machine = Machine(data, Loaded(environment_for(data)))
    yield machine
    machine.program.end()


@pytest.fixture
def machine(loaded: Machine) -> Machine:
    """The same with a copy of the demo."""
    shutil.rmtree(loaded.data, ignore_errors=True)
    shutil.copytree(prepared.demo_site(), loaded.data)
    return loaded


@pytest.fixture
def older(machine: Machine) -> Path:
    """A data folder whose database an older commit made."""
    data = machine.data
    make_older(data / "wordhall.sqlite3")
    return data


def make_older(file: Path) -> None:
    """Turn today's database into one that an older commit made."""
    with closing(sqlite3.connect(file)) as database:
        database.executescript(OLDER)


def manage(data: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "manage.py", *arguments, *without_checks(arguments[0])],
        cwd=ROOT,
        env=environment_for(data),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_an_older_database_is_copied_completely(older: Path, machine: Machine) -> None:
    before = shutil.copyfile(older / "wordhall.sqlite3", older / "before")
    settings = settings_of(prepared.demo_site() / "wordhall.sqlite3")
    (refused,) = machine.answers(["serve", "--port=1", "--no-demo"])
    assert "bring_over" in refused
    done = manage(older, "bring_over")
    assert done.returncode == 0, done.stderr
    assert "clubs_player.shoe_size, table tournaments_forgotten" in done.stdout
    assert "tournaments_division." not in done.stdout  # no column is left out
    now = older / "wordhall.sqlite3"
    for table in ("tournaments_result", "tournaments_submission", "games_gamerecord", "clubs_user"):
        assert rows(now, table) == rows(before, table)
    assert settings_of(now) == settings
    assert {one["table_size"] for one in settings} == {2, 4}
    for name, former in LEAGUES.items():
        then = [
            {"best_events" if column == "best_sessions" else column: value for column, value in row.items()}
            for row in rows(before, f"tournaments_{former}")
        ]
        assert rows(now, f"leagues_{name}") == then != []
    logged = rows(before, "audit_actionlog")
    for action in logged:
        if action["target_type"] in ("tournaments.league", "tournaments.leagueseason"):
            action["target_type"] = str(action["target_type"]).replace("tournaments.", "leagues.")
    assert rows(now, "audit_actionlog") == logged
    assert "leagues.leagueseason" in {action["target_type"] for action in logged}
    labels = {str(row["model"]): row["app_label"] for row in rows(now, "django_content_type")}
    assert [labels[name] for name in LEAGUES] == ["leagues"] * len(LEAGUES)
    assert [club["about"] for club in rows(now, "clubs_club")] == [""]
    (token,) = rows(now, "clubs_apitoken")
    owner = rows(before, "clubs_user")[0]["id"]
    assert (token["id"], token["digest"], token["user_id"], token["expiry"]) == (
        7,
        "d1g357",
        owner,
        "2026-02-01 00:00:00",
    )
    assert rows(now, "tournaments_personallink")[0]["ended_at"] == "2026-01-02 00:00:00", "what has ended stays ended"
    for table in ("tournaments_sliplink", "tournaments_personallink"):
        assert [link["key_hash"] for link in rows(now, table)] == [link["key_hash"] for link in rows(before, table)]
    assert [path.name for path in older.glob("*.before-*")] != []
    (again,) = machine.answers(["bring_over"])
    assert "is up to date" in again


def test_a_row_that_points_nowhere_is_named_and_nothing_is_copied(
    older: Path, machine: Machine, tmp_path: Path
) -> None:
    old = shutil.copyfile(older / "wordhall.sqlite3", tmp_path / "old.sqlite3")
    with closing(sqlite3.connect(old)) as database:
        database.executescript("PRAGMA foreign_keys = 0; UPDATE knox_authtoken SET user_id = 77;")
    shutil.copyfile(prepared.sqlite_schema(), older / "wordhall.sqlite3")
    (refused,) = machine.answers(["bring_over", str(old)])
    assert "Nothing was copied." in refused
    assert "77" in refused
    assert rows(older / "wordhall.sqlite3", "clubs_user") == []


def test_a_row_that_is_no_longer_allowed_is_named_and_nothing_is_copied(
    older: Path, machine: Machine, tmp_path: Path
) -> None:
    old = shutil.copyfile(older / "wordhall.sqlite3", tmp_path / "old.sqlite3")
    with closing(sqlite3.connect(old)) as database:
        database.executescript(
            "PRAGMA ignore_check_constraints = 1; UPDATE tournaments_round SET number = 0"
            " WHERE id = (SELECT min(id) FROM tournaments_round);"
        )
    shutil.copyfile(prepared.sqlite_schema(), older / "wordhall.sqlite3")
    (refused,) = machine.answers(["bring_over", str(old)])
    assert "tournaments_round, rows 1 to" in refused
    assert "round_number_in_range" in refused
    assert rows(older / "wordhall.sqlite3", "clubs_user") == []


@pytest.mark.postgres
def test_a_sqlite_file_is_copied_to_another_database(older: Path, tmp_path: Path) -> None:
    """The new database has no users yet; afterwards it goes on with the next free ids."""
    (tmp_path / "new").mkdir()
    with prepared_site(tmp_path / "new") as site:
        command = ["bring_over", str(older / "wordhall.sqlite3")]
        output = site.python(EACH.format(cases=[command]))
        assert "rows brought over" in output
        assert site.query("SELECT count(*) FROM clubs_user") == [(3,)]
        site.python('from clubs.models import Club; Club.objects.create(name="After", slug="after")')
        assert "has users already" in site.python(EACH.format(cases=[command]))


def test_what_it_refuses_and_why(machine: Machine, tmp_path: Path) -> None:
    """Each refusal names the file, and leaves both databases as they were."""
    empty = tmp_path / "notes.sqlite3"
    with closing(sqlite3.connect(empty)) as database:
        database.execute("CREATE TABLE notes (id integer)")
    site, old = machine.data / "wordhall.sqlite3", tmp_path / "old.sqlite3"
    shutil.copyfile(site, old)
    make_older(old)
    before = rows(site, "clubs_user")
    cases = {
        "wordhall.sqlite3 is up to date.": [],
        "There is no file missing.sqlite3.": ["missing.sqlite3"],
        f"{empty} is not a database of Wordhall.": [str(empty), "--force"],
        "The site's database has users already. --force empties it first.": [str(old)],
    }
    answers = machine.answers(*(["bring_over", *arguments] for arguments in cases.values()))
    for message, answer in zip(cases, answers, strict=True):
        assert message in answer
    assert rows(site, "clubs_user") == before
    site.unlink()
    (none,) = machine.answers(["bring_over"])
    assert "There is no database at" in none
