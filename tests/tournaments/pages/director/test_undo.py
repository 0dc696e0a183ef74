"""The list of one's last entries on the round's page, the button and the key."""

import re

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Membership, Role
from tests import factories
from tests.harness.people import People
from tests.tournaments.scenes.hall import Hall, make_running_hall, text
from tests.tournaments.scenes.rows import add_round, make_scene
from tournaments.models import Result, Submission


@pytest.fixture
def hall() -> Hall:
    return make_running_hall()


def undo(hall: Hall, entry: str) -> str:
    """What the page says after the button."""
    return text(hall.client.post(hall.url("undo_entry", 1), {"entry": entry}, follow=True))


@pytest.mark.django_db
def test_the_list_undoes_what_was_typed_and_says_what_it_undid(hall: Hall) -> None:
    game = hall.games()[0]
    first, second = hall.numbers(game)
    page = hall.url("manage_round", 1)
    assert "own-entries" not in text(hall.client.get(page))
    hall.client.post(hall.url("enter_line", 1), {"line": f"{first} 431 {second} 389", "client_token": "a"})
    fact = Submission.objects.get()
    assert f'name="entry" value="report-{fact.pk}" data-undo' in text(hall.client.get(page))
    names = [entry.name for entry in hall.entries(game)]
    words = f"Table {game.table_number}: {names[0]} 431, {names[1]} 389"
    said = undo(hall, f"report-{fact.pk}")
    assert f"Undone: {words}. The table has no result again." in said
    assert "Nothing left to undo in this round." in said
    assert f"<s>{words}</s>" in said
    assert not Result.objects.filter(pairing=game).exists()
    for entry, problem in (
        (f"report-{fact.pk}", "Not undone. This has already been undone."),
        (f"ruling-{fact.pk}", "This entry is not in this round."),
        ("report-0 or 1", "This entry is not in this round."),
        ("", "This entry is not in this round."),
    ):
        assert problem in undo(hall, entry), entry
    queued = {"line": f"{first} 431 {second} 389", "client_token": "a", "user": str(hall.scene.director.pk)}
    answer = hall.client.post(hall.url("queued_line", 1), queued, headers={"Accept": "application/json"})
    assert (answer.status_code, "then undone" in answer.json()["said"]) == (422, True)
    log = text(hall.client.get(f"/e/{hall.scene.event.slug}/manage/log/?verb=result.undone"))
    assert "Result undone" in log
    history = text(hall.client.get(hall.url("manage_game", 1, game.pk)))
    assert "undone later" in history


@pytest.mark.django_db
def test_a_correction_by_line_goes_back_to_the_result_before(hall: Hall) -> None:
    first, second = hall.numbers(hall.games()[0])
    for token, line in (("a", f"{first} 431 {second} 389"), ("b", f"{first} 441 {second} 389 ! misread")):
        hall.client.post(hall.url("enter_line", 1), {"line": line, "client_token": token})
    key = re.search('value="(ruling-[0-9]+)" data-undo', text(hall.client.get(hall.url("manage_round", 1))))
    assert key is not None
    assert "The earlier result counts again: Table 1:" in undo(hall, key[1])
    assert Result.objects.get().first_score == 431


@pytest.mark.django_db
def test_what_players_reported_is_said_when_it_counts_again(hall: Hall) -> None:
    game = hall.games()[0]
    first, second = hall.numbers(game)
    one, other = (entry.name for entry in hall.entries(game))
    for side, score, outcome in (
        ("first", 431, f"A player reported Table 1: {one} 431, {other} 389; it is waiting for confirmation."),
        ("second", 441, "The players&#x27; reports differ, so the table is in conflict."),
    ):
        factories.report(game, side, score, 389)
        line = {"line": f"{first} 451 {second} 389", "client_token": side}
        hall.client.post(hall.url("enter_line", 1), line)
        entry = Submission.objects.filter(side="official").latest("pk")
        assert outcome in undo(hall, f"report-{entry.pk}"), side


@pytest.mark.django_db
def test_ten_are_undone_in_a_row_and_an_eleventh_is_refused_in_words() -> None:
    hall = make_running_hall(players=22)
    for game in hall.games():
        factories.report(game, "official", 431, 389, actor=hall.scene.director)
    oldest = Submission.objects.earliest("pk")
    said = text(hall.client.get(hall.url("manage_round", 1)))
    for _each in range(10):  # each page that says what was undone has the key for the one before
        key = re.search('value="(report-[0-9]+)" data-undo', said)
        assert key is not None
        entry = Submission.objects.get(pk=int(key[1].removeprefix("report-")))
        said = undo(hall, key[1])
        assert f"Undone: Table {entry.pairing.table_number}:" in said
    refusal = "Your last 10 entries have already been undone. Correct older results on"
    assert "data-undo " not in said, "the key says why, and undoes nothing"
    assert f'data-no-undo="{refusal}' in said
    assert said.count("<s>") == 10
    assert f"Not undone. {refusal}" in undo(hall, f"report-{oldest.pk}")
    assert Result.objects.get().pairing == oldest.pairing


def type_line(page: Page, line: str) -> None:
    page.locator("input[name=line]").fill(line)
    page.keyboard.press("Enter")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_two_at_the_desk_undo_their_own_by_the_key(people: People) -> None:
    scene = make_scene(players=6, rounds=0)
    add_round(scene.division, scene.entries, 1, confirmed=False)
    scorer = factories.user("bo")
    Membership.objects.create(club=scene.event.club, user=scorer, role=Role.SCORER)
    desks = [people.desktop(user).page for user in (scene.director, scorer)]
    for at, page in enumerate(desks):
        page.goto(f"/e/{scene.event.slug}/a/rounds/1/manage/")
        type_line(page, f"{2 * at + 1} 40{at} {2 * at + 2} 300")
        expect(page.locator("[data-undo]")).to_be_visible()
    page = desks[1]
    type_line(page, "5 402 6 300")
    expect(page.locator(".own-entry").first).to_contain_text("402")
    scores = Result.objects.order_by("first_score").values_list("first_score", flat=True)
    page.keyboard.press("Control+z")
    expect(page.locator("input[name=line]")).to_be_focused()
    assert list(scores.all()) == [400, 401, 402], "in a text box the key is the browser's"
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    expect(page.locator(".messages")).to_contain_text("402")
    page.keyboard.press("Control+z")
    expect(page.locator("#own-entries")).to_contain_text("Nothing left to undo")
    assert list(scores.all()) == [400], "the other's entry stays"
    page.keyboard.press("Control+z")
    expect(page.locator("[data-undo-said]")).to_have_text("Nothing left to undo in this round.")
    expect(page.locator(".messages")).to_have_count(0)
    desks[0].locator("[data-undo]").click()
    expect(desks[0].locator(".messages")).to_contain_text("Undone: Table 1")
    assert not Result.objects.exists()
