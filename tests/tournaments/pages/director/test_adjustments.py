"""A director adjusts a player's spread: standings, the player's page, the log, the event's file and its check, the API."""

import pytest
from django.urls import reverse

from audit.models import ActionLog
from tests import factories
from tests.api_client import as_user
from tests.independent.seeded import load, sealed
from tests.tournaments.scenes.hall import Hall, make_hall, text
from tournaments.models import Entry
from tournaments.queries.published import event_file
from tournaments.queries.results import player_card
from tournaments.queries.standings import standings_of
from tournaments.queries.wallchart import wall_chart

pytestmark = pytest.mark.django_db

LATE = {"spread_changes": "1 −25", "spread_reason": "20 minutes late"}


@pytest.fixture
def hall() -> Hall:
    """One round is played: Ada wins by 50."""
    hall = make_hall(players=4)
    director, division = hall.scene.director, hall.scene.division
    factories.play(factories.publish(division, director, 1))

    return hall


def spreads(entry: Entry) -> dict[str, int]:
    """The player's spread in the standings, on the wall chart and at the end of the card."""
    division = Entry.objects.get(pk=entry.pk).division
    [row] = [line.row for line in standings_of(division) if line.entry_id == entry.pk]
    [chart] = [line for line in wall_chart(division, []) if line.number == entry.number]
    card = player_card(Entry.objects.get(pk=entry.pk))
    return {"standings": row.spread, "full": row.full_spread, "chart": chart.spread, "card": card[-1].total_spread}


def adjust(hall: Hall, entry: Entry, fields: dict[str, str]) -> tuple[int, str]:
    """Send the form of a player."""
    data = {"name": entry.name, "rating": str(entry.rating), **fields}
    answer = hall.client.post(hall.url("edit_entry", entry.pk), data)
    return answer.status_code, text(answer)


def test_the_form_adjusts_standings_card_and_chart(hall: Hall) -> None:
    ada = hall.scene.entries[0]
    before = spreads(ada)
    assert len(set(before.values())) == 1
    assert adjust(hall, ada, LATE)[0] == 302
    ada.refresh_from_db()
    assert (ada.spread_changes, ada.spread_reason) == ("1 -25", "20 minutes late")
    assert spreads(ada) == {name: spread - 25 for name, spread in before.items()}
    page = text(hall.client.get(hall.url("player", ada.number)))
    assert "Spread adjusted: −25 in round 1 (20 minutes late)" in page
    assert "Spread adjusted" in text(hall.client.get(hall.url("scorecard", ada.number)))
    log = ActionLog.objects.get(verb="entry.changed")
    assert log.before == {"spread_changes": "", "spread_reason": ""}
    assert log.after == {"spread_changes": "1 -25", "spread_reason": "20 minutes late"}
    page = text(hall.client.get(reverse("tournaments:event_log", args=[hall.scene.event.slug])))
    assert "Spread adjustments" in page
    assert adjust(hall, ada, {"spread_changes": "", "spread_reason": ""})[0] == 302
    assert spreads(ada) == before


@pytest.mark.parametrize(
    ("changes", "reason", "says"),
    [
        ("late", "x", "such as 3 -25"),
        ("99 -25", "x", "rounds are 1 to"),
        (
            "1 -5, 4 -25",
            "x",
            "“4 -25”: the division has 3 rounds. Adjust one of them, or add the round to the plan first.",
        ),
        ("1 0", "x", "and not 0"),
        ("1 5, 1 6", "x", "twice"),
        (", ".join(f"{number} -100" for number in range(1, 21)), "x", "do not fit"),
        ("1 -25", " ", "Say why the spread is adjusted"),
        ("", "late", "no adjustment"),
    ],
)
def test_what_is_wrong_is_said(hall: Hall, changes: str, reason: str, says: str) -> None:
    status, page = adjust(hall, hall.scene.entries[0], {"spread_changes": changes, "spread_reason": reason})
    assert status == 422
    assert says in page
    assert not Entry.objects.exclude(spread_changes="").exists()


def test_an_adjustment_of_a_round_that_was_removed_since_stays(hall: Hall) -> None:
    ada = hall.scene.entries[0]
    assert adjust(hall, ada, {"spread_changes": "3 -25", "spread_reason": "late"})[0] == 302
    factories.change(hall.scene.division, rounds_planned=2)
    assert adjust(hall, ada, {"name": "Ada L", "spread_changes": "3 -25", "spread_reason": "late"})[0] == 302
    assert adjust(hall, ada, {"spread_changes": "3 -20", "spread_reason": "late"})[0] == 422


def test_the_check_counts_it_and_finds_another_figure(hall: Hall) -> None:
    ada = hall.scene.entries[0]
    adjust(hall, ada, LATE)
    auditor = load()
    document = event_file(ada.division.event, officials=True)
    [division] = document["divisions"]
    [entry] = [row for row in division["entries"] if row["number"] == ada.number]
    assert entry["spread_changes"] == [[1, -25]]
    assert auditor.check(document).differences == []
    entry["spread_changes"] = [[1, -24]]
    found = {(one["what"], one["round"]) for one in auditor.check(sealed(document)).differences}
    assert {("spread", 1), ("full_spread", 1)} <= found


def test_over_http(hall: Hall) -> None:
    ada, api = hall.scene.entries[0], as_user(hall.scene.director)
    at = f"events/{hall.scene.division.event.slug}/divisions/{hall.scene.division.slug}/entries/{ada.pk}/"
    assert api.patch(at, LATE)["spread_changes"] == "1 -25"
    assert api.patch(at, {"team": "Red"})["spread_reason"] == "20 minutes late"
    api.patch(at, {"spread_changes": "late"}, expect=400)
    api.patch(at, {"spread_reason": ""}, expect=400)
