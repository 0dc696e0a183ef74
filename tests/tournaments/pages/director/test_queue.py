"""The queue on pages: the director's, the player's own, the event's and the hall's; and over HTTP."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from clubs.models import User
from messaging.models import Message
from tests import factories
from tests.api_client import as_user
from tests.harness.people import DESKTOP, NARROW, People
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Division, Entry, Pairing, QueuePlace
from tournaments.services.entries.leaving import withdraw_entry
from tournaments.services.entries.personal_links import keys_of
from tournaments.services.results.results import rule_result
from tournaments.services.rounds import rolling
from tournaments.services.rounds.constraints import block_pair

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(division: Division, director: User) -> Division:
    """Six players, Ada to Fay, whose division is paired from a queue."""
    factories.change(division, rolling=True)
    factories.entries(division, director, 6)
    division.refresh_from_db()
    return division


def address(name: str, of: Division, *rest: object) -> str:
    return reverse(f"tournaments:{name}", args=[of.event.slug, of.slug, *rest])


def post(client: Client, name: str, of: Division, **data: object) -> str:
    response = client.post(address(name, of), data, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def test_an_evening_at_the_desk_and_on_phones(client: Client, night: Division, director: User) -> None:
    client.force_login(director)
    entries = dict(Entry.objects.filter(division=night).values_list("name", "pk"))
    keys = keys_of(night)
    phone, hall = Client(), Client()

    def tap(name: str, what: str) -> str:
        response = phone.post(f"/p/{keys[entries[name]]}/queue/", {what: "1"}, follow=True)
        return response.content.decode()

    dashboard = client.get(reverse("tournaments:manage", args=[night.event.slug])).content.decode()
    assert "Queue and games in play" in dashboard
    assert "No pair yet" in post(client, "pair_queue", night, now="1")
    assert "Ada is in the queue." in post(client, "join_queue", night, join=entries["Ada"])
    assert "You have been waiting since" in tap("Ben", "join")
    event = reverse("tournaments:event", args=[night.event.slug])
    assert hall.get(event).status_code == 404, "an event in preparation"
    assert "Pairs form automatically from now on." in post(client, "pair_queue", night, on="1")
    own = phone.get(f"/p/{keys[entries['Ben']]}/").content.decode()
    assert "Round 1, table 1" in own
    assert "After this game you go back into the queue." in own
    told = Message.objects.get(kind="game-paired")
    assert told.data == {"game": Pairing.objects.get().pk}
    for page in (event, address("display", night)):
        shown = hall.get(page).content.decode()
        assert "Playing now" in shown
        assert "Nobody is waiting." in shown
    round_ = client.get(address("manage_round", night, 1)).content.decode()
    assert "That counts as a difference of 10; after a wait" in round_
    why = client.get(address("explain_pair", night, 1), {"a": entries["Ada"], "b": entries["Ben"]}).content.decode()
    assert "They are paired: every choice from the queue without this pair is worse." in why
    assert "players left waiting" in why
    assert "This is your last game." in tap("Ben", "leave")
    assert "last game" in client.get(address("queue", night)).content.decode()
    factories.agree(Pairing.objects.get())
    assert "You will be paired as soon as" in phone.get(f"/p/{keys[entries['Ben']]}/").content.decode()
    page = post(client, "join_queue", night, all="1")
    assert "are in the queue." in page
    assert Pairing.objects.count() > 1
    assert "Rolling pairing is on" in client.get(address("manage_round", night, 5)).content.decode()


def test_the_director_has_the_last_word(client: Client, night: Division, director: User) -> None:
    client.force_login(director)
    ada, ben = Entry.objects.filter(division=night, number__lte=2).order_by("number").values_list("pk", flat=True)
    post(client, "join_queue", night, join=ada)
    post(client, "join_queue", night, join=ben)
    assert "will not be paired until you say so" in post(client, "pair_queue", night, hold=ada)
    assert "Release" in client.get(address("queue", night)).content.decode()
    assert "can be paired again" in post(client, "pair_queue", night, release=ada)
    assert "Tick the two players" in post(client, "pair_queue", night, two="1", entry=ada)
    assert "They play at table 1." in post(client, "pair_queue", night, two="1", entry=[ada, ben])
    why = client.get(address("explain_pair", night, 1), {"a": ada, "b": ben}).content.decode()
    assert "The director paired these two from the queue by hand." in why
    assert "Both are held in the queue." in post(client, "pair_queue", night, apart=Pairing.objects.get().pk)
    assert "is no longer in the queue" in post(client, "join_queue", night, leave=ada)
    assert QueuePlace.objects.count() == 1
    assert "Choose what to do." in post(client, "pair_queue", night)
    assert "Pairs form only when you say so." in post(client, "pair_queue", night, off="1")
    factories.change(night, rolling=False)
    assert client.get(address("queue", night)).status_code == 404


def test_why_two_from_the_queue_are_paired_or_not(client: Client, division: Division, director: User) -> None:
    """Weighed again as the queue was then: by what the two cost, what waiting allowed, and what else was possible."""
    factories.change(division, rolling=True)
    entries = [entry.pk for entry in factories.entries(division, director, 10)]
    ada, _ben, cem, dua, eli, fay, gus, hal, ivo, jun = entries
    names: dict[int | str, str] = dict(Entry.objects.values_list("pk", "name"))
    Entry.objects.filter(pk=eli).update(rating=1000)
    Entry.objects.filter(pk__in=(hal, ivo, jun)).update(rating=2900)
    block_pair(actor=director, division=division, entry_a=ada, entry_b=cem, reason="They are sisters.")
    client.force_login(director)

    def why(one: int, other: int | str) -> str:
        return client.get(address("explain_pair", division, 1), {"a": one, "b": other}).content.decode()

    rolling.join(actor=director, division=division, entries=entries[:5])
    rolling.pair_now(actor=director, division=division)  # Ada–Ben and Cem–Dua
    rolling.join(actor=director, division=division, entries=[fay, gus])
    rolling.pair_two(actor=director, division=division, entries=[fay, gus])
    rolling.join(actor=director, division=division, entries=[hal, ivo, jun])
    rolling.pair_now(actor=director, division=division)  # two of three equals
    two = Pairing.objects.get(seats__entry=hal).seats.values_list("entry", flat=True)
    (left,) = {hal, ivo, jun} - {*two}
    for one, other, sentence in (
        (ada, dua, "They are not paired: every choice from the queue with this pair is worse."),
        (ada, cem, "A rule forbids this pair: players kept apart."),
        (
            ada,
            eli,
            "They are not paired: this pair counts as a difference of 800, and no more than 200 was accepted at that point.",
        ),
        (fay, eli, "They are not paired: the director paired one of them with someone else by hand."),
        (hal, left, "Another choice from the queue would have been exactly as good."),
        (ada, jun, "These two were not both free to be paired in this round"),
        (ada, "", "These two were not both free to be paired in this round"),
        (eli, left, "These two were not both free to be paired in this round"),
    ):
        assert sentence in why(one, other), f"{names[one]}–{names.get(other, 'nobody')}: {sentence}"


def test_the_dashboard_offers_what_the_evening_needs(client: Client, night: Division, director: User) -> None:
    client.force_login(director)
    manage = reverse("tournaments:manage", args=[night.event.slug])

    def main_button() -> str:
        (state,) = client.get(manage).context["states"]
        return str(state.next.label)

    assert main_button() == "Queue and games in play"
    assert address("queue", night) in client.get(manage).content.decode()
    ada, ben = Entry.objects.filter(division=night, number__lte=2).order_by("number").values_list("pk", flat=True)
    post(client, "join_queue", night, join=[ada, ben])
    post(client, "pair_queue", night, two="1", entry=[ada, ben])
    assert main_button() == "Queue and games in play"
    assert "will not be paired again after this game" in post(client, "join_queue", night, last=ada)
    assert "Plays on: Ada" in client.get(address("queue", night)).content.decode()
    game = Pairing.objects.get()
    factories.report(game, "first", 400, 350)
    factories.report(game, "second", 400, 360)
    assert main_button() == "Settle table 1 of round 1: the reports differ"
    ruling = RulingInput(result=ResultInput(first_score=400, second_score=350), reason="added up again")
    rule_result(actor=director, pairing_id=game.pk, data=ruling)
    assert main_button() == "No game is in play: finish the event"
    assert list(QueuePlace.objects.values_list("entry", flat=True)) == [ben]
    Entry.objects.filter(division=night).update(status=Entry.Status.WITHDRAWN, withdrawn_after=1)
    assert main_button() == "No game is in play: finish the event", "also when everybody has gone home"
    client.post(reverse("tournaments:finish_event", args=[night.event.slug]))
    assert main_button() == "Print the final standings"
    assert "no more pairings are made" in client.get(address("queue", night)).content.decode()


def test_who_has_withdrawn_cannot_join_by_their_own_link(client: Client, night: Division, director: User) -> None:
    ada = Entry.objects.get(division=night, name="Ada")
    address = f"/p/{keys_of(night)[ada.pk]}/queue/"
    withdraw_entry(actor=director, entry=ada, after_round=0)
    page = client.post(address, {"join": "1"})
    assert page.status_code == 422
    assert "You have withdrawn from this event. If that is wrong, tell the director." in page.content.decode()
    assert not QueuePlace.objects.exists()


def test_over_http(night: Division, director: User) -> None:
    api = as_user(director)
    entries = list(Entry.objects.filter(division=night).order_by("number").values_list("pk", flat=True))
    at = f"events/{night.event.slug}/divisions/{night.slug}/queue/"
    joined = api.post(f"{at}players/", {"entries": entries[:3]})
    assert [line["entry_id"] for line in joined["waiting"]] == entries[:3]
    assert api.patch(f"{at}players/{entries[0]}/", {"held": True})["waiting"][-1]["held"]
    (game,) = api.post(f"{at}pairs/")["games"]
    assert api.get(at)["games"] == [game]
    api.delete(f"{at}games/{game}/")
    (again,) = api.post(f"{at}pairs/", {"entries": entries[:2]})["games"]
    assert api.call("PUT", at, {"automatic": True})["automatic"]
    api.delete(f"{at}players/{entries[2]}/")
    body = api.get(at)
    assert (body["games"], body["waiting"]) == ([again], [])
    refused = api.post(f"{at}pairs/", {"entries": entries[2:4]}, expect=409)
    assert "no longer waiting" in refused["detail"]


def test_pages_ask_as_often_with_many(client: Client, division: Division, director: User) -> None:
    factories.change(division, rolling=True)
    factories.entries(division, director, 20)
    client.force_login(director)
    post(client, "join_queue", division, all="1")

    def queries() -> int:
        return factories.queries(lambda: client.get(address("queue", division)))

    many = queries()
    post(client, "pair_queue", division, now="1")
    assert Pairing.objects.count() == 10
    assert queries() == many
    assert many <= 20


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_night_with_a_director_and_phones(people: People, night: Division, director: User) -> None:
    """The director switches pairing on; two players tap on their phones, see their table, report, and wait again."""
    keys = keys_of(night)
    ada, ben = Entry.objects.filter(division=night, number__lte=2).order_by("number")
    desk, one, other = people.desktop(director), people.phone(), people.phone(scripts=False)
    desk.page.goto(reverse("tournaments:manage", args=[night.event.slug]))
    desk.page.get_by_role("link", name="Queue and games in play").click()
    desk.page.get_by_role("button", name="Pair automatically").click()
    desk.page.get_by_text("Pairs form automatically from now on.").wait_for()
    one.page.goto(f"/p/{keys[ada.pk]}/")
    one.check_page("queue own page")
    one.page.get_by_role("button", name="I'm free", exact=True).click()
    one.page.get_by_text("You have been waiting since").wait_for()
    desk.page.reload()
    desk.check_page("queue desk", widths=(NARROW,))
    desk.check_dark("queue desk")
    other.page.goto(f"/p/{keys[ben.pk]}/")
    other.page.get_by_role("button", name="I'm free", exact=True).click()
    other.page.get_by_role("heading", name="Round 1, table 1").wait_for()
    one.page.get_by_role("heading", name="Round 1, table 1").wait_for()  # the open page asks by itself
    one.check_page("queue own page playing", widths=(NARROW,))
    one.check_dark("queue own page playing")
    wall = people.desktop()
    wall.page.goto(address("display", night))
    wall.page.get_by_text("Playing now").wait_for()
    wall.check_page("queue display")
    for player, first, second in ((one, 400, 350), (other, 400, 350)):
        player.page.get_by_role("link", name="Report the result").click()
        player.page.locator("[name=first_score]").fill(str(first))
        player.page.locator("[name=second_score]").fill(str(second))
        player.page.get_by_role("button", name="Send the report").click()
        player.page.wait_for_url("**/sent/**")
    one.page.goto(f"/p/{keys[ada.pk]}/")
    one.page.get_by_text("You have been waiting since").wait_for()
    one.page.goto(reverse("tournaments:event", args=[night.event.slug]))
    one.page.get_by_text("Waiting:").wait_for()
    one.check_page("queue event", widths=(NARROW, DESKTOP))
    one.check_dark("queue event")
    desk.page.goto(address("queue", night))
    desk.page.get_by_label("Ada").check()
    desk.page.get_by_label("Ben").check()
    desk.page.get_by_role("button", name="Pair the two ticked players").click()
    desk.page.get_by_text("They play at table 1.").wait_for()
    expect(desk.page.get_by_role("button", name="Last game: Ada")).to_be_hidden()
    desk.page.get_by_text("More", exact=False).first.click()
    expect(desk.page.get_by_role("button", name="Last game: Ada")).to_be_visible()
    desk.check_page("queue desk, more of a game", widths=(NARROW,))
    desk.page.get_by_role("button", name="Unpair").click()
    desk.page.get_by_text("Both are held in the queue.").wait_for()
    desk.check_page("queue desk held", widths=(NARROW,))


def test_a_line_finds_the_game_in_play_whatever_round_it_is_in(client: Client, night: Division, director: User) -> None:
    """Games from the queue are in rounds of their own; the desk types on where it is, and reaches the queue from there."""
    client.force_login(director)
    entries = dict(Entry.objects.filter(division=night).values_list("name", "pk"))

    def sit(*names: str) -> None:
        chosen = [entries[name] for name in names]
        post(client, "join_queue", night, join=chosen)
        post(client, "pair_queue", night, two="1", entry=chosen)

    def type_in_round_1(line: str) -> str:
        data = {"line": line, "client_token": str(uuid.uuid4())}
        return client.post(address("enter_line", night, 1), data, follow=True).content.decode()

    sit("Ada", "Ben")
    assert "Ada 400" in type_in_round_1("1 400 2 300")
    sit("Ada", "Cem")
    assert Pairing.objects.filter(round__number=2).count() == 1
    page = type_in_round_1("1 410 3 390")
    assert "Ada 410" in page
    assert "Cem 390" in page
    assert f'href="{address("queue", night)}"' in page
    assert "Draft" not in page
    sit("Ada", "Dua")
    type_in_round_1("1 300 2 400 ! wrong way round")
    corrected = Pairing.objects.get(round__number=1, seats__entry=entries["Ben"]).result
    assert {corrected.first_score, corrected.second_score} == {300, 400}
    assert "is not paired in this round" in type_in_round_1("5 400 6 300")
    type_in_round_1("4 f")
    assert Pairing.objects.get(seats__entry=entries["Dua"]).result.state == "confirmed"
