"""Old results: each fault is named by its line, nothing is imported while there is one, and then they count."""

import pytest
from django.test import Client

from clubhouse.engine.archive import Fault, read_archive
from clubs.models import Player, PlayerAlias
from tests.clubhouse.scene import Clubhouse
from tournaments.models import Event, Result, Submission

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

GOOD = "2019-05-02,Spring,1,Ann,Ben,431,389\n2019-05-02,Spring,1,Cem,Dua,350,350\n2019-05-02,Spring,,Ann,Cem,300,410\n"


def test_a_bad_line_is_named_and_nothing_is_imported(home: Clubhouse) -> None:
    faults = {
        "2019-13-02,Spring,1,Eli,Fay,1,2": "“2019-13-02” is not a date",
        "2199-05-02,Spring,1,Eli,Fay,1,2": "in the future",
        "2019-05-02,,1,Eli,Fay,1,2": "name of the event is missing",
        "2019-05-02,Spring,0,Eli,Fay,1,2": "“0” is not a round",
        "2019-05-02,Spring,9,Eli,Fay,1,2": "no game in round 3",
        "2019-05-02,Spring,1,Eli,,1,2": "player&#x27;s name is missing",
        "2019-05-02,Spring,1,Eli,eli,1,2": "against themselves",
        "2019-05-02,Spring,1,Eli,Fay,1,2x": "“2x” is not a score",
        "2019-05-02,Spring,1,Eli,Fay,1,9999": "“9999” is not a score",
        "2019-05-02,Spring,1,Ann,Fay,1,2": "Ann already has a game in this round",
        '2019-05-02,"Spring,1,Eli,Fay,1,2': "Line 4",
    }
    for line, message in faults.items():
        for do in ("check", "import"):
            answer = home.post("old-results/", text=f"{GOOD}{line}", do=do)
            assert answer.status_code == 422, line
            page = answer.content.decode()
            assert message in page, line
            assert f"Line {1 if 'round 3' in message else 4}" in page, line
            assert line.replace('"', "&quot;") in page, "what was typed is lost"
    assert not Event.objects.exists()
    assert not Player.objects.exists()


def test_results_become_finished_events_with_standings(home: Clubhouse) -> None:
    checked = home.post("old-results/", text=GOOD, do="check")
    assert checked.status_code == 200
    assert "Import 1 event" in checked.content.decode()
    assert not Event.objects.exists(), "a preview writes nothing"
    assert home.post("old-results/", text=GOOD, do="import").status_code == 302
    event = Event.objects.get()
    assert (event.name, str(event.starts_on), event.state) == ("Spring", "2019-05-02", "finished")
    assert Result.objects.filter(state="confirmed").count() == Submission.objects.count() == 3
    visitor = Client()
    assert "won by Cem" in home.get(who=visitor)  # 1½ wins; Dua a half, Ann one
    assert "won by Cem" in home.get("events/", who=visitor)
    again = home.post("old-results/", text=GOOD, do="import")
    assert again.status_code == 422
    assert "already has an event “Spring” on this day" in again.content.decode()


def test_a_club_without_events_offers_its_officials_the_first(home: Clubhouse) -> None:
    start = f"{home.club.slug}/events/start/"
    assert start in home.get("events/")
    assert start not in home.get("events/", who=Client())
    home.played("2019-05-02,Spring,1,Ann,Ben,431,389")
    assert start not in home.get("events/")


def test_similar_names_are_asked_about_and_remembered(home: Clubhouse) -> None:
    home.played("2019-05-02,Spring,1,Bartosz Vane,Ann Finch,431,389")
    text = "2020-05-02,Autumn,1,Bartos Vane,Ann Finch,400,300"
    asked = home.post("old-results/", text=text, do="import")
    assert asked.status_code == 422
    assert "Who is “Bartos Vane”?" in asked.content.decode()
    known = home.player("Bartosz Vane")
    assert home.post("old-results/", text=text, do="import", **{"who-bartos vane": known.pk}).status_code == 302
    assert Player.objects.count() == 2
    assert PlayerAlias.objects.get().player == known
    third = "2021-05-02,Winter,1,Bartos Vane,Bartosz Vane,400,300"
    assert "against themselves" in home.post("old-results/", text=third, do="import").content.decode()


def test_a_file_with_a_head_in_its_own_order_is_read(home: Clubhouse) -> None:
    text = "first score;second score;first;second;event;date\n431;389;Ann;Ben;Spring;2019-05-02\n"
    assert home.post("old-results/", text=text, do="import").status_code == 302
    result = Result.objects.get()
    assert (result.first_score, result.second_score) == (431, 389)
    short = home.post("old-results/", text="date,event\n2019-05-02,Spring", do="check").content.decode()
    assert "columns are missing: first, second, first score, second score" in short


def test_more_lines_and_rounds_than_an_event_has_are_faults() -> None:
    """A game without a round is put into the first free one, of which there are 99."""
    line = "2019-05-02,Spring,,Ann,P{number},400,300"
    text = "\n".join(line.format(number=number) for number in range(1, 101))
    games, faults = read_archive(text)
    assert [(fault.line, fault.code, fault.value) for fault in faults] == [(100, "round", "100")]
    assert games[98].round == 99
    text = "\n".join(line.format(number=number) for number in range(5_001))
    assert read_archive(text) == ([], [Fault(5_001, "lines", "5000")])
