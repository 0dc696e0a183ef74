"""The day at the desk: who is here, what players tell by their personal links, who is missing at a table, badges and bans."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.test import Client
from django.utils import timezone

from audit.models import ActionLog
from clubs.models import Player
from tests import factories
from tests.tournaments.scenes.hall import Hall, make_hall, text
from tests.walk import check_each
from tournaments.models import (
    Absence,
    Arrival,
    AtTable,
    Ban,
    CheckIn,
    Entry,
    PersonalLink,
    PlayerNotice,
    Result,
    Round,
)
from tournaments.services.entries.leaving import withdraw_entry
from tournaments.services.entries.personal_links import key_of
from tournaments.services.hall.kiosk import kiosk_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return make_hall(players=6)


def desk(hall: Hall, page: str = "") -> str:
    return f"/e/{hall.scene.event.slug}/manage/check-in/{page}"


def open_desk(hall: Hall, **settings: object) -> None:
    hall.client.post(desk(hall, "set-up/"), {"self_open": "on", **settings})
    assert CheckIn.objects.filter(event=hall.scene.event).exists()


def own(entry: Entry, page: str = "") -> str:
    return f"/p/{key_of(PersonalLink.objects.get(entry=entry, ended_at=None))}/{page}"


def mark(hall: Hall, **values: object) -> str:
    return text(hall.client.post(desk(hall, "mark/"), values, follow=True))


def entries(hall: Hall) -> list[Entry]:
    return list(Entry.objects.filter(division=hall.scene.division).order_by("number"))


def test_search_check_in_undo_and_the_count(hall: Hall) -> None:
    ada, ben, *_others = entries(hall)
    assert "Open check-in" in text(hall.client.get(desk(hall)))
    assert f"{ada.name} is checked in." in mark(hall, here=ada.pk)
    assert mark(hall, here=ada.pk)  # a second tap changes nothing
    assert Arrival.objects.count() == 1
    found = text(hall.client.get(desk(hall), {"q": ben.name[:3].upper()}))
    assert ben.name in found
    assert ada.name not in found
    missing = text(hall.client.get(desk(hall), {"show": "missing"}))
    assert ben.name in missing
    assert f"<strong>{ada.name}</strong>" not in missing
    assert f"{ada.name} is no longer checked in." in mark(hall, undo=ada.pk)
    assert not Arrival.objects.exists()
    verbs = list(
        ActionLog.objects.filter(target_type="tournaments.entry").order_by("pk").values_list("verb", flat=True)
    )
    assert verbs[-2:] == ["entry.arrived", "entry.not_here"]
    for bad in ({"here": "9" * 30}, {"here": "1"}, {"undo": "x"}, {}, {"here": ["0", "x"]}):
        assert hall.client.post(desk(hall, "mark/"), bad).status_code == 302
    assert not Arrival.objects.exists()


def test_roll_call_by_club(hall: Hall) -> None:
    for entry, club in zip(entries(hall), ("Harbour", "Harbour", "Mill", "", "", ""), strict=True):
        Entry.objects.filter(pk=entry.pk).update(club=club)
    page = text(hall.client.get(desk(hall), {"by": "club"}))
    assert page.index("Harbour") < page.index("Mill") < page.index("Without a club")
    assert "2 players checked in." in mark(hall, club="Harbour", by="club")
    assert set(Arrival.objects.values_list("entry__club", flat=True)) == {"Harbour"}


@pytest.mark.parametrize("waits", [False, True])
def test_round_1_lists_who_is_missing_and_waits_if_told(hall: Hall, waits: bool) -> None:
    first, second, third, *others = entries(hall)
    open_desk(hall, **({"waits": "on"} if waits else {}))
    mark(hall, here=[entry.pk for entry in others])
    page = text(hall.client.get(hall.url("manage_round", 1)))
    assert "3 players are not here yet" in page
    assert ("Blocking:" in page) is waits
    if waits:
        hall.client.post(hall.url("draft_round", 1))
        assert not Round.objects.exists()
    slug = hall.scene.division.slug
    answer = hall.client.post(desk(hall, "no-shows/"), {"absent": first.pk, "division": slug})
    assert answer["Location"] == hall.url("manage_round", 1)
    hall.client.post(desk(hall, "no-shows/"), {"withdrawn": second.pk, "division": slug})
    assert "1 player is not here yet" in text(hall.client.get(hall.url("manage_round", 1)))
    hall.client.post(desk(hall, "no-shows/"), {"absent": "all"})
    second.refresh_from_db()
    assert (second.status, second.withdrawn_after) == ("withdrawn", 0)
    assert set(Absence.objects.values_list("entry", "round_number", "kind")) == {
        (first.pk, 1, "absent"),
        (third.pk, 1, "absent"),
    }
    assert "not here yet" not in text(hall.client.get(hall.url("manage_round", 1)))
    mark(hall, here=third.pk)  # comes after all, and plays
    assert list(Absence.objects.values_list("entry", flat=True)) == [first.pk]
    hall.client.post(hall.url("draft_round", 1))
    assert Round.objects.get().pairings.filter(kind="game").count() == 2


def test_an_event_without_check_in_asks_nobody(hall: Hall) -> None:
    assert "not here yet" not in text(hall.client.get(hall.url("manage_round", 1)))


def test_players_check_themselves_in_when_the_director_lets_them(hall: Hall) -> None:
    ada, ben, *_others = entries(hall)
    phone = Client()
    assert "I am here" not in text(phone.get(own(ada)))
    assert phone.post(own(ada, "here/")).status_code == 422
    open_desk(hall)
    assert "I am here" in text(phone.get(own(ada)))
    for _tap in range(2):
        assert "You are checked in" in text(phone.post(own(ada, "here/"), follow=True))
    assert Arrival.objects.get().actor is None
    hall.client.post(desk(hall, "set-up/"), {"forfeit_minutes": ""})
    refused = phone.post(own(ben, "here/"))
    assert refused.status_code == 422
    assert "Go to the desk." in text(refused)
    assert Client().post("/p/" + "a" * 26 + "/here/").status_code == 404
    hall.client.post(desk(hall, "set-up/"), {"end": "1"})
    assert not Arrival.objects.exists()
    assert not CheckIn.objects.exists()


def test_players_check_in_at_the_kiosk(hall: Hall) -> None:
    ada, *_others = entries(hall)
    hall.client.post(f"/e/{hall.scene.event.slug}/manage/kiosk/", {"open": "1"})
    kiosk = kiosk_of(hall.scene.event)
    assert kiosk is not None
    tablet, address = Client(), f"/k/{kiosk[1]}/"
    assert "Go to the desk." in text(tablet.get(address + "check-in/"))
    assert tablet.post(address + "check-in/", {"here": ada.pk}).status_code == 409
    open_desk(hall)
    assert f"{address}check-in/" in text(tablet.get(address))
    assert ada.name in text(tablet.get(address + "check-in/", {"q": ada.name}))
    assert f"{ada.name} is checked in." in text(tablet.post(address + "check-in/", {"here": ada.pk}, follow=True))
    assert Arrival.objects.get().entry == ada


def test_bad_settings_are_refused_with_what_was_typed(hall: Hall) -> None:
    for typed in ("0", "121", "-3", "x"):
        page = hall.client.post(desk(hall, "set-up/"), {"forfeit_minutes": typed})
        assert page.status_code == 422
        assert f'value="{typed}"' in text(page)
    assert not CheckIn.objects.exists()


def tell(entry: Entry, **values: object) -> tuple[int, str]:
    page = Client().post(own(entry, "day/"), values, follow=True)
    return page.status_code, text(page)


def answer(hall: Hall, kind: str, value: str) -> None:
    notice = PlayerNotice.objects.get(kind=kind, answer="")
    hall.client.post(f"/e/{hall.scene.event.slug}/manage/notices/{notice.pk}/", {"answer": value})


def test_late_bye_ahead_and_leaving_reach_the_director(hall: Hall) -> None:
    ada, ben, cyd, *_others = entries(hall)
    home = f"/e/{hall.scene.event.slug}/manage/"
    assert tell(ada, tell="late", minutes="10")[0] == 200
    assert tell(ada, tell="late", minutes="25")[0] == 200  # the later message counts
    assert "25 minutes late" in text(hall.client.get(home))
    assert "10 minutes late" not in text(hall.client.get(home))
    assert "25 minutes late" in text(hall.client.get(desk(hall)))
    answer(hall, "late", "seen")
    assert "25 minutes late" not in text(hall.client.get(home))

    assert tell(ben, tell="bye", number="2")[0] == 200
    assert tell(ben, tell="bye", number="2") == (422, tell(ben, tell="bye", number="2")[1])
    assert f"{ben.name} (Division" in text(hall.client.get(home))
    answer(hall, "bye", "seen")  # no answer to this
    answer(hall, "bye", "granted")
    assert Absence.objects.values_list("entry", "round_number", "kind").get() == (ben.pk, 2, "bye")
    assert "granted" in text(Client().get(own(ben, "day/")))
    tell(ben, tell="bye", number="3")
    answer(hall, "bye", "refused")
    assert "refused: you are playing" in text(Client().get(own(ben, "day/")))

    hall.publish()
    assert tell(cyd, tell="leave")[0] == 422
    assert tell(cyd, tell="leave", sure="on")[0] == 200
    cyd.refresh_from_db()
    assert (cyd.status, cyd.withdrawn_after) == ("withdrawn", 1)
    page = text(hall.client.get(home))
    assert f"{cyd.name} (Division" in page
    assert "The game in round 1 has no result yet." in page
    assert ActionLog.objects.filter(verb="entry.withdrawn", actor=None, after__link_of=cyd.name).exists()
    hall.client.post(hall.url("return_entry", cyd.pk), {"reason": ""})
    tell(cyd, tell="leave", sure="on")  # again, before the first message was seen
    assert PlayerNotice.objects.filter(entry=cyd, answer="").count() == 1


def test_what_cannot_be_told(hall: Hall) -> None:
    hall.publish()
    teller = entries(hall)[0]

    def check(values: dict[str, str]) -> None:
        assert tell(teller, **values)[0] == 422
        assert not PlayerNotice.objects.exists()

    check_each(
        [
            {},
            {"tell": "late"},
            {"tell": "late", "minutes": "0"},
            {"tell": "late", "minutes": "9999999999999999999999"},
            {"tell": "bye"},
            {"tell": "bye", "number": "1"},
            {"tell": "bye", "number": "99"},
            {"tell": "bye", "number": "x"},
            {"tell": "nothing"},
        ],
        check,
    )


def test_what_was_settled_meanwhile_is_said_to_player_and_director(hall: Hall) -> None:
    ada, ben, cyd, *_others = entries(hall)
    home = f"/e/{hall.scene.event.slug}/manage/"
    mark(hall, here=ada.pk)
    assert "You are already checked in." in tell(ada, tell="late", minutes="10")[1]

    tell(ben, tell="bye", number="1")
    answer(hall, "bye", "granted")
    assert f"{ben.name} is already absent in round 1." in tell(ben, tell="bye", number="1")[1]
    notice = PlayerNotice.objects.get()
    again = hall.client.post(f"{home}notices/{notice.pk}/", {"answer": "refused"}, follow=True)
    assert "This has already been answered." in text(again)
    notice.refresh_from_db()
    assert notice.answer == "granted"

    tell(cyd, tell="bye", number="1")
    hall.publish()
    request = PlayerNotice.objects.get(entry=cyd)
    late_answer = hall.client.post(f"{home}notices/{request.pk}/", {"answer": "granted"}, follow=True)
    assert "Round 1 is already published, or is not in the plan." in text(late_answer)
    assert not Absence.objects.filter(entry=cyd).exists(), "who is paired in a public round has no bye in it"


def test_who_has_withdrawn_is_sent_to_the_director(hall: Hall) -> None:
    ada, *_others = entries(hall)
    open_desk(hall)
    withdraw_entry(actor=hall.scene.director, entry=ada, after_round=0)
    arriving = Client().post(own(ada, "here/"))
    assert arriving.status_code == 422
    assert "You have withdrawn. If you are here to play, tell the director." in text(arriving)
    status, page = tell(ada, tell="late", minutes="10")
    assert status == 422
    assert "You have withdrawn from this event. If that is wrong, tell the director." in page
    assert not Arrival.objects.exists()
    assert not PlayerNotice.objects.exists()


def test_the_second_tap_at_the_desk_is_logged_once(hall: Hall) -> None:
    ada, *others = entries(hall)
    for _tap in range(2):
        open_desk(hall, forfeit_minutes="10")
    mark(hall, here=[entry.pk for entry in others])
    slug = hall.scene.division.slug
    for _tap in range(2):
        hall.client.post(desk(hall, "no-shows/"), {"absent": ada.pk, "division": slug})
        hall.client.post(desk(hall, "no-shows/"), {"withdrawn": others[0].pk, "division": slug})
    logged = ActionLog.objects.filter(verb__in=["check_in.set", "entry.absences", "entry.withdrawn"])
    assert list(logged.order_by("pk").values_list("verb", flat=True)) == ["check_in.set", "entry.absences"]
    others[0].refresh_from_db()
    assert others[0].status == Entry.Status.ACTIVE, "this player has come"


def test_notices_of_other_events_are_not_found(hall: Hall) -> None:
    tell(entries(hall)[0], tell="late", minutes="5")
    other = make_hall("autumn")
    notice = PlayerNotice.objects.get()
    address = f"/e/{other.scene.event.slug}/manage/notices/{notice.pk}/"
    assert other.client.post(address, {"answer": "seen"}).status_code == 404


@pytest.fixture
def late(hall: Hall) -> Hall:
    """Round 1 was published a quarter of an hour ago; the forfeit timer is ten minutes."""
    open_desk(hall, forfeit_minutes="10")
    hall.publish()
    Round.objects.update(published_at=timezone.now() - timedelta(minutes=15))
    return hall


def test_the_forfeit_timer_tells_the_director_who_forfeits_the_game(late: Hall) -> None:
    one, two, three = late.games()
    first, second = late.entries(one)
    home = f"/e/{late.scene.event.slug}/manage/"
    # at the table: each by the own link, and by the own page's button; nobody for somebody else
    phone = Client()
    assert phone.post(own(first, "1/at-table/"), {"entry": second.pk}).status_code == 422
    assert "I am at table" in text(phone.get(own(first)))
    assert phone.post(own(first, "1/at-table/"), {"entry": first.pk}).status_code == 302
    assert "You are at the table." in text(phone.get(own(first)))
    factories.report(two, "first", 400, 300)
    page = text(late.client.get(home))
    assert f"{second.name} forfeits" in page
    assert f"table {two.table_number}:" not in page  # a report is on its way
    assert f"table {three.table_number}:" in page  # nobody is there: no forfeit with one tap
    assert page.count("forfeits</button>") == 1
    assert f"{second.name} forfeits" in text(late.client.get(late.url("manage_round", 1)))
    address = f"{late.url('manage_round', 1).replace('manage/', '')}games/%d/late/"
    late.client.post(address % three.pk, {"forfeit": "1"})
    assert not Result.objects.filter(pairing=three).exists()
    late.client.post(address % one.pk, {"forfeit": "1"})
    assert Result.objects.get(pairing=one).kind == "forfeit_win"
    late.client.post(address % three.pk, {"here": "1"})
    assert AtTable.objects.filter(pairing=three).count() == 2
    assert "not at the table" not in text(late.client.get(home))


def test_the_table_s_slip_ticks_both_players_and_undoes(late: Hall) -> None:
    game = late.games()[0]
    first, second = late.entries(game)
    link = game.slip_links.get(ended_at=None)
    slip = f"/s/{link.key}/"
    assert "Who is at the table?" in text(Client().get(slip))
    for entry in (first, second):
        assert Client().post(slip + "at-table/", {"entry": entry.pk}).status_code == 302
    assert AtTable.objects.count() == 2
    Client().post(slip + "at-table/", {"entry": first.pk, "away": "1"})
    assert AtTable.objects.get().entry == second
    for bad in ("", "x", str(late.entries(late.games()[1])[0].pk)):
        assert Client().post(slip + "at-table/", {"entry": bad}).status_code == 422


def test_nobody_sits_down_at_a_game_of_a_round_that_is_over(late: Hall) -> None:
    game = late.games()[0]
    first, _second = late.entries(game)
    factories.play(Round.objects.get())
    late.publish(2)
    page = text(Client().post(own(first, "1/at-table/"), {"entry": first.pk}))
    assert not AtTable.objects.exists()
    assert "Your report" in page, "a page left open since then shows the game's report"


def test_badges_and_the_entry_list_name_everybody(hall: Hall) -> None:
    event = hall.scene.event
    Entry.objects.filter(pk=entries(hall)[5].pk).update(status="withdrawn", withdrawn_after=0)
    for page in ("badges", "entries"):
        shown = text(hall.client.get(f"/e/{event.slug}/manage/print/{page}/"))
        assert all(entry.name in shown for entry in entries(hall)[:5])
        assert entries(hall)[5].name not in shown
        assert event.name in shown
    assert "#1" in text(hall.client.get(f"/e/{event.slug}/manage/print/badges/"))


def test_bans_are_for_directors_and_warned_about_when_players_are_entered(hall: Hall) -> None:
    club, event = hall.scene.club, hall.scene.event
    player = Player.objects.create(name="Rude Guest", home_club=club)
    address = f"/clubs/{club.slug}/bans/"
    for bad in (
        {"player": player.pk},
        {"reason": "x"},
        {"player": "x", "reason": "x"},
        {"player": player.pk, "reason": " "},
    ):
        assert hall.client.post(address, bad).status_code == 422
    hall.client.post(address, {"player": player.pk, "reason": "Threw a board.", "until": ""})
    hall.client.post(
        address, {"player": player.pk, "reason": "Threw two boards.", "until": event.starts_on.isoformat()}
    )
    assert Ban.objects.get().reason == "Threw two boards."
    assert not ActionLog.objects.filter(after__icontains="boards").exists()
    checked = hall.client.post(hall.url("check_roster"), {"text": "Rude Guest, 1500", "format": "csv"})
    assert "Threw two boards." in text(checked)
    added = text(hall.client.post(hall.url("add_entry"), {"name": "Rude Guest"}, follow=True))
    assert added.count("Threw two boards.") == 2  # the warning, and beside the entry
    scorer = Client()
    scorer.force_login(factories.member(club, hall.scene.director, "scorer"))
    assert scorer.get(address).status_code == 403
    assert "boards" not in text(scorer.get(f"/e/{event.slug}/manage/"))
    Ban.objects.update(until=event.starts_on - timedelta(days=1))
    assert "boards" not in text(hall.client.get(hall.url("manage_roster")))
    hall.client.post(f"{address}{Ban.objects.get().pk}/lift/")
    assert not Ban.objects.exists()


LOOKS: dict[str, Callable[[Hall], object]] = {
    "desk": lambda hall: hall.client.get(desk(hall)),
    "dashboard": lambda hall: hall.client.get(f"/e/{hall.scene.event.slug}/manage/"),
    "badges": lambda hall: hall.client.get(f"/e/{hall.scene.event.slug}/manage/print/badges/"),
    "ready": lambda hall: hall.client.get(hall.url("manage_round", 1)),
}


def test_the_size_of_the_field_does_not_change_the_queries() -> None:
    counts = []
    for slug, players in (("small", 4), ("large", 12)):
        hall = make_hall(slug, players=players)
        open_desk(hall)
        for entry in entries(hall)[: players // 4]:
            tell(entry, tell="late", minutes="5")
            mark(hall, here=entry.pk)
        of_hall = {}
        for name, look in LOOKS.items():
            look(hall)
            of_hall[name] = factories.queries(partial(look, hall))
        counts.append(of_hall)
    assert counts[0] == counts[1]
