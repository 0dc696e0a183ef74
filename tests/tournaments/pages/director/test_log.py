"""The log of an event: searched, paged, and the event as it was after any action of it."""

import ast
import re
from datetime import date, timedelta

import pytest
from django.utils import timezone
from django.utils.translation import override

from audit.log import log_action
from audit.models import ActionLog
from clubs.role_services import TermInput, make_role_link
from core.packages import ROOT
from tests import factories
from tests.tournaments.scenes.hall import Hall, make_hall, make_running_hall, text
from tests.walk import check_each
from tournaments.inputs.clock import ClockStart
from tournaments.inputs.prizes import PrizeInput
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.log_wording import HIDDEN, label_of
from tournaments.models import Pairing
from tournaments.queries.action_log import Search, event_log
from tournaments.queries.standings import standings_of
from tournaments.services.entries.entries import set_absences
from tournaments.services.entries.leaving import reinstate_entry, withdraw_entry
from tournaments.services.entries.roster import add_entry
from tournaments.services.entries.roster_lines import RosterRow
from tournaments.services.events import restore
from tournaments.services.events.backups import store_backup
from tournaments.services.events.events import update_division
from tournaments.services.events.history import PastEvent, state_after
from tournaments.services.events.roles import EventPlace
from tournaments.services.hall.clock import start_clock
from tournaments.services.prizes import add_prizes, move_prize
from tournaments.services.rating_link.lists import seed_ratings
from tournaments.services.results.results import rule_result
from tournaments.services.rounds import pairing
from tournaments.services.rounds import publish as publishing
from tournaments.services.standings.standings import input_of

pytestmark = pytest.mark.django_db
LOG = "/e/spring/manage/log/"
Table = list[tuple[str, float, int]]


def now(hall: Hall) -> tuple[Table, list[tuple[int, bool]]]:
    """Standings and rounds as they are."""
    division = hall.scene.division
    division.refresh_from_db()
    table = [(line.name, line.row.wins, line.row.spread) for line in standings_of(division)]
    return table, [(item.number, item.state != "draft") for item in division.rounds.order_by("number")]


def then(history: PastEvent) -> tuple[Table, list[tuple[int, bool]]]:
    """Standings and rounds as they are replayed."""
    (division,) = history.divisions
    return (
        [(line.name, line.row.wins, line.row.spread) for line in division.lines],
        [(item.number, item.public) for item in division.rounds],
    )


def test_every_action_of_a_day_is_replayed_as_it_was() -> None:
    """A day with trouble; what each action left behind is noted at once and compared in the end."""
    hall = make_hall()
    director, event, division = hall.scene.director, hall.scene.event, hall.scene.division
    states: dict[int, tuple[Table, list[tuple[int, bool]]]] = {}

    def note() -> None:
        last = ActionLog.objects.filter(scope=f"event:{event.pk}").latest("pk")
        states[last.pk] = now(hall)

    first = hall.publish()
    note()
    for game in hall.games():
        factories.report(game.pk, "first", 400, 350)
        note()
        factories.report(game.pk, "second", 400, 350)
        note()
    ruling = RulingInput(result=ResultInput(first_score=350, second_score=400), reason="Turned round.")
    rule_result(actor=director, pairing_id=hall.games()[0].pk, data=ruling)
    note()
    withdraw_entry(actor=director, entry=hall.scene.entries[4], after_round=1)
    note()
    hall.draft(2)
    note()
    draft = hall.draft(2)
    note()
    pairing.discard_draft(actor=director, round_id=draft.pk, expected_version=draft.version)
    note()
    reinstate_entry(actor=director, entry=hall.scene.entries[4])
    note()
    second = hall.publish(2)
    note()
    second = publishing.unpublish_round(
        actor=director, round_id=second.pk, expected_version=second.version, reason="Too soon."
    )
    note()
    add_entry(actor=director, division=division, row=RosterRow(name="Zoe"), from_round=3)
    note()
    draft = hall.draft(2)
    publishing.publish_round(actor=director, round_id=draft.pk, expected_version=draft.version)
    note()
    changed = input_of(division)
    update_division(
        actor=director,
        division=division,
        data=changed.with_settings(spread_cap=20),
        reason="As announced.",
        seen=True,
    )
    note()
    backup = store_backup(actor=director, event=event, why="for the test")
    for game in hall.games(2):
        factories.report(game.pk, "official", 300, 400, actor=director)
        note()
    restore.restore_event(actor=director, event=event, backup_id=backup.pk, reason="A rehearsal.")
    note()
    factories.report(hall.games(2)[0].pk, "official", 333, 222, actor=director)
    note()
    assert first.number == 1
    for action, expected in states.items():
        history = state_after(event, ActionLog.objects.get(pk=action))
        assert then(history) == expected, ActionLog.objects.get(pk=action).verb
        assert history.exact


def test_the_history_page_shows_a_moment_and_changes_nothing() -> None:
    hall = make_running_hall()
    factories.report(hall.games()[0].pk, "first", 431, 389)
    action = ActionLog.objects.filter(scope=f"event:{hall.scene.event.pk}").latest("pk")
    before = ActionLog.objects.count()
    page = text(hall.client.get(f"{LOG}{action.pk}/"))
    assert "This page is read-only" in page
    assert "431–389" in page
    assert "one report" in page
    assert "<form" not in page.split("<main", 1)[1]
    assert ActionLog.objects.count() == before


def test_the_history_page_names_byes_and_games_nobody_played() -> None:
    hall = make_running_hall(players=5)
    game = hall.games()[0]
    ruling = RulingInput(result=ResultInput(kind="double_forfeit"), reason="Neither came.")
    rule_result(actor=hall.scene.director, pairing_id=game.pk, data=ruling)
    action = ActionLog.objects.filter(scope=f"event:{hall.scene.event.pk}").latest("pk")
    page = text(hall.client.get(f"{LOG}{action.pk}/"))
    (bye,) = Pairing.objects.filter(kind="bye")
    assert re.search(rf"{bye.seats.get().entry.name}\s*<strong>bye</strong>", page)
    assert re.search(rf"{game.seats.get(position=2).entry.name}\s*<strong>both forfeit</strong>", page)


def test_an_action_of_another_event_is_not_found() -> None:
    hall, other = make_hall(), make_hall("autumn")
    other.publish()
    action = ActionLog.objects.filter(scope=f"event:{other.scene.event.pk}").latest("pk")
    assert hall.client.get(f"{LOG}{action.pk}/").status_code == 404


def test_what_is_looked_for() -> None:
    hall = make_running_hall()
    event = hall.scene.event
    log_action(
        actor=hall.scene.director,
        verb="event.changed",
        target=event,
        scope=f"event:{event.pk}",
        after={"name": "Ärger"},
        reason="It was too loud.",
    )

    def check(query: str, expected: list[str]) -> None:
        page = hall.client.get(LOG + query)
        main = text(page).split("</form>", 2)[-1]
        for words in ("Round published", "Round paired", "Event details changed"):
            assert (f"<strong>{words}</strong>" in main) == (words in expected), words

    check_each(
        [
            ("?verb=round.published", ["Round published"]),
            ("?what=round", ["Round paired", "Round published"]),
            ("?text=Ärger", ["Event details changed"]),
            ("?text=too+loud", ["Event details changed"]),
            ("?who=director-spr&verb=round.published", ["Round published"]),
            ("?who=nobody", []),
            ("?since=2000-01-01&until=2000-01-02", []),
            ("?text=nowhere", []),
        ],
        check,
    )


def plain(hall: Hall) -> str:
    """The lines of the log without markup."""
    main = text(hall.client.get(LOG)).split("</form>", 2)[-1]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", main))


def test_the_log_uses_the_labels_of_the_pages() -> None:
    """No numbers of rows, no names of columns: rounds, players, tables, editions and lists by name."""
    hall = make_hall()
    director, division = hall.scene.director, hall.scene.division
    ada = hall.scene.entries[0].name
    seed_ratings(
        actor=director,
        division=division,
        text=f"name,rating,games\n{ada},1999,7\n",
        source="May",
        as_of=date(2026, 5, 1),
    )
    draft = hall.draft()
    pairing.discard_draft(actor=director, round_id=draft.pk, expected_version=draft.version)
    hall.publish()
    game = hall.games()[0]
    first, second = (entry.name for entry in hall.entries(game))
    factories.report(game.pk, "first", 431, 389)
    set_absences(actor=director, entry=hall.scene.entries[2], rounds={2: "bye"})
    page = plain(hall)
    for line in (
        f"Result reported : Round 1, Division A, table 1: {first} – {second}",
        "Round published : Round 1, Division A",
        "Draft discarded : Round 1, Division A",
        f"Absences changed : {hall.scene.entries[2].name}, Division A",
        "Scores 431–389",
        "Round 2 a bye",
        "Valid from 1 May 2026",
        f"{ada} 1599 → 1999; 7",
    ):
        assert line in page, line
    assert re.findall(r"\b[a-z]+_[a-z]+\b|\b[0-9a-f]{40,}\b|\b[a-z]+\.[a-z]+\b", page) == []
    (line, *_rest) = hall.client.get(f"/api/v1/events/{hall.scene.event.slug}/log/?verb=round.published").json()[
        "results"
    ]
    assert (line["sentence"], line["what_name"]) == (
        "Round published: Round 1, Division A",
        "Round 1, Division A",
    )


#: What a file has in it that logs values: see ``names_logged``.
LOGS = re.compile(r"\b(?:before|after)\b *[=|+\[]|logged|\b_log")


def test_every_value_that_an_event_logs_has_a_label() -> None:
    """Read from the code: what is named in ``before`` and ``after`` must not reach the page as the name of a column."""
    logged: set[str] = set()
    for package in ("tournaments", "registration", "leagues"):
        for path in (ROOT / package).rglob("*.py"):
            if not LOGS.search(text := path.read_text()):  # parsing all of the program takes seconds
                continue
            for node in ast.walk(ast.parse(text)):
                logged |= names_logged(node)
    assert {"open_questions", "table_number", "rating_from", "external_id", "scores"} <= logged, (
        "of each way to say it, one"
    )
    assert {name for name in logged - HIDDEN if not label_of(name)} == set()


def test_the_labels_of_a_games_options_are_in_the_readers_language() -> None:
    for language, label in (
        ("en", "Exceeding it loses the game"),
        ("ja", "これを超えると負けになる"),
        ("en", "Exceeding it loses the game"),
    ):
        with override(language):
            assert label_of("overtime_loses") == label, language


def names_logged(node: ast.AST) -> set[str]:
    """The literal names of the values that a piece of code logs."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=args) if name.startswith("_log"):
            return keys_in(*args, *(one.value for one in node.keywords if one.arg in {"before", "after"}))
        case ast.Call(keywords=keywords):
            return keys_in(*(one.value for one in keywords if one.arg in {"before", "after"}))
        case ast.Assign(targets=[ast.Name(id="before" | "after")], value=value):
            return keys_in(value)
        case ast.Assign(
            targets=[ast.Subscript(value=ast.Name(id="before" | "after"), slice=ast.Constant(value=str(key)))]
        ):
            return {key}
        case ast.AugAssign(target=ast.Name(id="before" | "after"), value=value):
            return keys_in(value)
        case ast.FunctionDef(name=name) if "logged" in name:
            return keys_in(node)
    return set()


def keys_in(*nodes: ast.AST) -> set[str]:
    """The literal keys of every dict in a piece of code."""
    dicts = (part for node in nodes for part in ast.walk(node) if isinstance(part, ast.Dict))
    keys = (key for one in dicts for key in one.keys)
    return {key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str)}


def test_the_log_names_prizes_links_byes_and_clocks() -> None:
    hall = make_running_hall(players=3)
    director, event, division = hall.scene.director, hall.scene.event, hall.scene.division
    prizes = [PrizeInput(name=name, kind="given") for name in ("Best loss", "Best hat")]
    move_prize(
        actor=director,
        event=event,
        prize_id=add_prizes(actor=director, event=event, prizes=prizes)[1].pk,
        up=True,
    )
    make_role_link(
        actor=director,
        place=EventPlace(event),
        term=TermInput(role="scorer"),
        closes_on=timezone.localdate() + timedelta(days=2),
    )
    start_clock(actor=director, event=event, data=ClockStart(division_id=division.pk))
    bye = Pairing.objects.get(kind="bye")
    rule_result(
        actor=director, pairing_id=bye.pk, data=RulingInput(result=ResultInput(kind="void"), reason="Went home.")
    )
    (alone,) = bye.seats.values_list("entry__name", flat=True)
    log = plain(hall)
    for line in (
        "Prizes reordered : Best hat",
        "Role link created : Scorer",
        "Clock started : Round 1, Division A",
        f"Ruling recorded : Round 1, Division A: {alone}",
    ):
        assert line in log, line


def test_the_log_writes_times_and_switches_as_people_do() -> None:
    """A round that is gone has its number; a name may look like a date that no calendar has."""
    hall = make_hall()
    director, event, division = hall.scene.director, hall.scene.event, hall.scene.division
    timed = input_of(division).with_settings(rule_options={"overtime_minutes": 1, "overtime_loses": True})
    update_division(actor=director, division=division, data=timed)
    made, gone = {"made_at": "2026-05-02T13:07:00+00:00"}, hall.draft()
    for verb, target, values in (
        ("event.restored", event, made),
        ("event.changed", event, {"name": "2026-02-31"}),
        ("round.unpublished", gone, {"number": 7}),  # a followed file takes a round back, and says only its number
    ):
        log_action(actor=director, verb=verb, target=target, scope=f"event:{event.pk}", after=values)
    gone.delete()
    log = plain(hall)
    for line in (
        "Backup made 2 May 2026, 13:07",
        "Name 2026-02-31",
        "Exceeding it loses the game: yes",
        "Round unpublished : Round 7",
    ):
        assert line.casefold() in log.casefold(), line


def test_the_log_is_paged_and_its_queries_do_not_grow() -> None:
    hall = make_running_hall()
    event = hall.scene.event
    counts = []
    for _batch in range(2):
        counts.append(factories.queries(lambda: hall.client.get(LOG)))
        for _number in range(60):
            log_action(actor=hall.scene.director, verb="sheets.marked", target=event, scope=f"event:{event.pk}")
    assert counts == [10, 10]
    page = text(hall.client.get(LOG))
    assert page.count("<strong>Scoresheets ticked as returned</strong>") == 50
    assert "Page 1 of 3" in page
    assert "page=2" in page
    assert event_log(event, Search(verb="sheets.marked")).count() == 120
