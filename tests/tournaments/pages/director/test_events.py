"""New event, dashboard, settings, finishing, reopening; what clubs' pages show of events."""

from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Membership, Role, User
from lexicon.models import Lexicon, LexiconVersion
from lexicon.services import install_shipped
from ratings.models import RatingPool
from tests import factories
from tests.api_client import as_user
from tests.tournaments.scenes.hall import make_hall, make_running_hall, text
from tests.tournaments.scenes.rows import make_scene
from tests.walk import check_each
from tournaments.inputs.results import ResultInput, ScoresheetInput
from tournaments.models import Event
from tournaments.services.results.results import submit_scoresheet

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Page

pytestmark = pytest.mark.django_db

FORM = {
    "name": "Harbour Cup",
    "starts_on": "2030-05-04",
    "division_name": "Open",
    "rules_slug": "tournament",
    "challenge_rule": "five",
    "rounds_planned": "6",
    "bye_spread": "50",
    "late_rounds": "nothing",
    "win_points": "2",
    "tie_points": "1",
    "loss_points": "0",
    "forfeit_spread": "-75",
    "spread_cap": "300",
    "max_repeats": "",
}


@pytest.fixture
def club() -> Club:
    club = Club.objects.create(name="Harbour", slug="harbour")
    Membership.objects.create(user=User.objects.create_user("dora", password="pass"), club=club, role=Role.DIRECTOR)
    return club


@pytest.fixture
def desk(club: Club) -> Client:
    client = Client()
    client.force_login(User.objects.get(username="dora"))
    return client


def new_event(desk: Client, **changes: str) -> "Page":
    return desk.post(reverse("tournaments:new_event", args=["harbour"]), FORM | changes)


def test_an_event_is_created_with_all_its_settings(desk: Client, club: Club) -> None:
    lexicon = Lexicon.objects.create(slug="own", name="Own list", language="en", club=club, visibility="club")
    version = LexiconVersion.objects.create(
        lexicon=lexicon, label="2030", checksum="a" * 64, word_count=3, file_name="a"
    )
    answer = new_event(desk, new_pool="Harbour ratings", lexicon_version=str(version.pk))
    event = Event.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == reverse("tournaments:manage", args=[event.slug])
    division = event.divisions.get()
    assert (division.name, division.settings.challenge_rule, division.settings.rounds_planned) == ("Open", "five", 6)
    assert (
        division.settings.bye_spread,
        division.settings.forfeit_spread,
        division.settings.spread_cap,
        division.settings.max_repeats,
    ) == (
        50,
        -75,
        300,
        None,
    )
    assert division.lexicon_version == version
    assert division.rating_pool is not None
    assert (division.rating_pool.name, division.rating_pool.club) == ("Harbour ratings", club)


def test_the_variations_of_a_division(desk: Client) -> None:
    """They are chosen with the event, shown in the settings, and stay or go as the settings say."""

    def check(sent: dict[str, str], options: dict[str, object]) -> None:
        assert new_event(desk, **sent).status_code == 302
        event = Event.objects.get()
        division = event.divisions.get()
        assert division.settings.rule_options == options
        address = reverse("tournaments:division_settings", args=[event.slug, division.slug])
        page = desk.get(address)
        initial = page.context["form"].initial
        assert {name: initial[name] for name in options if name in initial} == {
            name: value for name, value in options.items() if name in initial
        }
        assert initial["nine_tiles"] is ("rack_size" in options)
        unchanged = {name: value for name, value in initial.items() if value is not None and value is not False}
        answer = desk.post(address, {**unchanged, "expected_version": event.version})
        assert answer.status_code == 302, answer.context["form"].errors
        division.refresh_from_db()
        assert division.settings.rule_options == options

    check_each(
        [
            ({}, {}),
            ({"tile_set": "en", "board": "standard15", "free_challenges": "0"}, {}),
            ({"word_smog": "on"}, {"word_smog": True}),
            ({"nine_tiles": "on", "finish_line": "120"}, {"rack_size": 9, "bingo_from": 7, "finish_line": 120}),
            ({"finish_level": "expert"}, {"finish_line": 200}),
            ({"finish_level": "intermediate", "finish_line": "75", "table_size": "3"}, {"finish_line": 100}),
            ({"finish_level": "beginner", "table_size": "4"}, {"finish_line": 50}),
            ({"tile_set": "en-super", "board": "standard21"}, {"tile_set": "en-super", "board": "standard21"}),
            ({"free_challenges": "2"}, {"free_challenges": 2}),
            ({"overtime_minutes": "5", "overtime_loses": "on"}, {"overtime_minutes": 5, "overtime_loses": True}),
            ({"overtime_spread": "80"}, {"overtime_spread": 80}),
            ({"overtime_spread": "50"}, {}),
        ],
        check,
    )


def test_an_invalid_setting_is_shown_at_its_field_and_nothing_is_saved(desk: Client) -> None:
    def check(field: str, value: str) -> None:
        answer = new_event(desk, new_pool="Harbour ratings", **{field: value})
        assert answer.status_code == 422
        assert answer.context["form"].errors[field]
        assert "Nothing is saved yet" in text(answer)
        assert not Event.objects.exists()
        assert not RatingPool.objects.exists()

    check_each(
        [
            ("name", ""),
            ("name", "x" * 121),
            ("starts_on", "yesterday"),
            ("starts_on", "2030-02-30"),
            ("rules_slug", "nonsense"),
            ("challenge_rule", "nonsense"),
            ("rounds_planned", "0"),
            ("rounds_planned", "9999"),
            ("rounds_planned", "abc"),
            ("bye_spread", "-1"),
            ("forfeit_spread", "50"),
            ("spread_cap", "0"),
            ("max_repeats", "-1"),
            ("lexicon_version", "99"),
            ("rating_pool", "99"),
            ("rating_pool", "abc"),
        ],
        check,
    )


def test_another_clubs_list_or_dictionary_cannot_be_chosen(desk: Client) -> None:
    other = Club.objects.create(name="Other", slug="other")
    pool = RatingPool.objects.create(club=other, name="Other", slug="other")
    lexicon = Lexicon.objects.create(slug="own", name="Own list", language="en", club=other, visibility="club")
    version = LexiconVersion.objects.create(
        lexicon=lexicon, label="2030", checksum="a" * 64, word_count=3, file_name="a"
    )
    answer = new_event(desk, rating_pool=str(pool.pk), lexicon_version=str(version.pk))
    assert set(answer.context["form"].errors) == {"rating_pool", "lexicon_version"}
    assert "Own list" not in text(desk.get(reverse("tournaments:new_event", args=["harbour"])))


def test_a_pool_is_chosen_or_named_but_not_both(desk: Client, club: Club) -> None:
    pool = RatingPool.objects.create(club=club, name="Harbour ratings", slug="harbour-ratings")
    both = new_event(desk, rating_pool=str(pool.pk), new_pool="Another")
    again = new_event(desk, new_pool="harbour RATINGS")
    assert list(both.context["form"].errors) == list(again.context["form"].errors) == ["new_pool"]


def test_the_dashboard_names_the_one_next_step() -> None:
    hall = make_hall(players=2)
    event = hall.scene.event

    def step() -> str:
        answer = hall.client.get(reverse("tournaments:manage", args=[event.slug]))
        assert answer.status_code == 200
        label: str = answer.context["states"][0].next.label
        assert label in text(answer)
        return label

    def report(game_id: int, side: str, score: int) -> None:
        result = ResultInput(first_score=400, second_score=score)
        data = ScoresheetInput(side=side, channel="link", client_token=f"{side}{score}", result=result)
        submit_scoresheet(pairing_id=game_id, data=data)

    assert step() == "Pair round 1"
    draft = hall.draft()
    assert step() == "Check and publish the draft of round 1"
    hall.client.post(hall.url("publish_round", 1), {"expected_version": draft.version})
    assert step() == "Enter the missing result of round 1"
    game = hall.games()[0]
    report(game.pk, "first", 390)
    report(game.pk, "second", 380)
    assert step() == "Settle table 1 of round 1: the reports differ"
    report(game.pk, "second", 390)
    assert step() == "Pair round 2"


def test_an_event_without_players_asks_for_them() -> None:
    hall = make_hall(players=0)
    answer = hall.client.get(reverse("tournaments:manage", args=["spring"]))
    assert answer.context["states"][0].next.label == "Enter the players"
    assert "Enter the players" in text(answer)
    assistant = Client()
    assistant.force_login(factories.member(hall.scene.club, hall.scene.director, "assistant"))
    for page in (reverse("tournaments:manage", args=["spring"]), "/my/"):
        shown = text(assistant.get(page))
        assert "Spring Open" in shown
        assert "Enter the players" not in shown, "an assistant pairs, and enters nobody"


def test_finishing_and_reopening_are_confirmed_first() -> None:
    scene = make_scene(rounds=1)
    client = Client()
    client.force_login(scene.director)
    finish, reopen = (reverse(f"tournaments:{name}_event", args=["spring"]) for name in ("finish", "reopen"))
    assert "Finish Spring Open?" in text(client.get(finish))
    assert Event.objects.get().state == "running"
    client.post(finish)
    assert Event.objects.get().state == "finished"
    assert "official ratings are calculated without this event" in text(client.get(reopen))
    assert client.post(reopen, {"reason": " "}).status_code == 422
    client.post(reopen, {"reason": "A wrong result was found"})
    assert Event.objects.get().state == "running"


def test_an_event_with_a_missing_result_is_not_finished_and_says_which() -> None:
    hall = make_running_hall(players=2)
    answer = hall.client.post(reverse("tournaments:finish_event", args=["spring"]), follow=True)
    assert "table 1" in text(answer)
    assert Event.objects.get().state == "running"


def test_settings_change_until_games_depend_on_them() -> None:
    hall = make_hall()
    form = {key: value for key, value in FORM.items() if key not in {"name", "starts_on"}} | {"division_name": "A"}
    address = reverse("tournaments:division_settings", args=["spring", "a"])
    assert hall.client.get(address).status_code == 200
    assert hall.client.post(address, form).status_code == 302
    hall.scene.division.refresh_from_db()
    assert hall.scene.division.settings.challenge_rule == "five"
    hall.publish()
    late = hall.client.post(address, form | {"challenge_rule": "ten"})
    assert late.status_code == 422
    assert "the challenge rule" in text(late)


def test_clubs_and_home_show_public_events_and_drafts_only_to_officials() -> None:
    public = make_scene("shown", state="running")
    hidden = make_scene("hidden", state="draft")
    Event.objects.filter(pk=hidden.event.pk).update(name="Secret Open", club=public.club)
    address = reverse("clubs:club", args=[public.club.slug])
    visitor, official = Client(), Client()
    official.force_login(public.director)
    assert "Secret Open" not in text(visitor.get(address))
    assert "New event" not in text(visitor.get(address))
    assert "Secret Open" in text(official.get(address))
    assert "New event" in text(official.get(address))
    assert "Spring Open" in text(visitor.get(address))


def test_the_dashboard_reads_the_same_number_of_rows_whatever_the_rounds(django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    for slug, rounds in (("short", 1), ("long", 12)):
        scene = make_scene(slug, players=8, rounds=rounds)
        client = Client()
        client.force_login(scene.director)
        with django_assert_num_queries(17):
            assert client.get(reverse("tournaments:manage", args=[slug])).status_code == 200


BASKET_FORM = {
    **{name: value for name, value in FORM.items() if name not in {"rules_slug", "challenge_rule", "spread_cap"}},
    "game": "wordbasket",
    "table_size": "2",
    "best_of": "3",
    "restock": "when_needed",
    "old_kana": "keep",
    "small_vowel": "full",
    "small_tsu": "illegal",
    "bye_spread": "3",
    "forfeit_spread": "-3",
}


def test_the_form_asks_what_fits_the_game(desk: Client) -> None:
    address = reverse("tournaments:new_event", args=["harbour"])
    crossword, basket = desk.get(address), desk.get(address, {"game": "wordbasket"})
    assert "challenge_rule" in crossword.context["form"].fields
    assert "wild_last" not in crossword.context["form"].fields
    assert "challenge_rule" not in basket.context["form"].fields
    assert basket.context["form"]["bye_spread"].value() == 3
    assert "Where the rules leave a choice" in text(basket)


def test_a_word_basket_event_is_created_with_the_readings_of_its_rules(desk: Client) -> None:
    assert desk.post(reverse("tournaments:new_event", args=["harbour"]), BASKET_FORM).status_code == 302
    division = Event.objects.get().divisions.get()
    assert (division.game, division.rules_slug, division.settings.best_of, division.settings.table_size) == (
        "wordbasket",
        "word-basket",
        3,
        2,
    )
    assert division.settings.rule_options == {"wild_last": False, "restock": "when_needed", "small_tsu": "illegal"}
    settings = reverse("tournaments:division_settings", args=[Event.objects.get().slug, division.slug])
    form = desk.get(settings).context["form"]
    assert (form["small_tsu"].value(), form["wild_last"].value()) == ("illegal", False)
    assert desk.post(settings, BASKET_FORM | {"best_of": "5", "wild_last": "on"}).status_code == 302
    division.refresh_from_db()
    assert (division.settings.best_of, division.settings.rule_options) == (
        5,
        {"restock": "when_needed", "small_tsu": "illegal"},
    )


def test_an_invalid_reading_is_shown_at_its_field(desk: Client) -> None:
    def check(field: str, value: str) -> None:
        answer = desk.post(reverse("tournaments:new_event", args=["harbour"]), BASKET_FORM | {field: value})
        assert answer.status_code == 422
        assert answer.context["form"].errors[field]

    check_each([("best_of", "2"), ("table_size", "9"), ("restock", "never")], check)


def test_another_division_begins_with_the_settings_of_the_first(director: User) -> None:
    client = Client()
    client.force_login(director)
    settings: dict[str, Any] = {
        "rounds_planned": 14,
        "challenge_rule": "five",
        "bye_spread": 75,
        "win_points": 3,
        "standings_order": "wins spread",
        "table_numbers": (1, 2),
    }
    first = factories.division(factories.club(director, "Elsewhere"), director, **settings)
    page = client.get(reverse("tournaments:new_division", args=[first.event.slug]))
    form = page.context["form"]
    assert (form["rounds_planned"].value(), form["challenge_rule"].value(), form["bye_spread"].value()) == (
        14,
        "five",
        75,
    )
    assert "are copied from Division A" in text(page)
    values = {field.html_name: field.value() for field in form}
    filled = {name: value for name, value in values.items() if value is not None and value is not False}
    answer = client.post(page.request["PATH_INFO"], filled | {"division_name": "B", "rounds_planned": "15"})
    assert answer.status_code == 302, answer.context["form"].errors
    second = first.event.divisions.get(name="B")
    assert (second.settings.rounds_planned, second.settings.challenge_rule, second.settings.win_points) == (
        15,
        "five",
        3,
    )
    assert (second.settings.standings_order, second.settings.table_numbers) == ("wins spread", ())
    division = as_user(director).post(
        f"events/{first.event.slug}/divisions/", {"name": "C", "bye_spread": 60}, expect=201
    )
    assert (division["rounds_planned"], division["bye_spread"], division["standings_order"]) == (14, 60, "wins spread")
    other = client.get(reverse("tournaments:new_division", args=[first.event.slug]) + "?game=wordbasket")
    assert other.context["form"].initial["game"] == "wordbasket"


def test_another_game_keeps_what_is_typed_and_saves_nothing(desk: Client) -> None:
    page = reverse("tournaments:new_event", args=["harbour"])
    typed = desk.get(page).context["form"].initial | {
        "name": "Spring Open",
        "starts_on": "2027-03-01",
        "rounds_planned": 5,
    }
    sent = {name: value for name, value in typed.items() if value is not None and value is not False}
    answer = desk.post(page, sent | {"game": "crossword", "division_name": "Open", "switch_game": "wordbasket"})
    form = answer.context["form"]
    assert (answer.status_code, form.played.key, form.is_bound) == (200, "wordbasket", False)
    assert [form[name].value() for name in ("name", "starts_on", "division_name")] == [
        "Spring Open",
        "2027-03-01",
        "Open",
    ]
    assert str(form["rounds_planned"].value()) == "5"
    assert "rules_slug" not in form.fields or form["rules_slug"].value() in dict(form.fields["rules_slug"].choices)
    back = desk.post(page, sent | {"game": "wordbasket", "switch_game": "crossword"}).context["form"]
    assert (back.played.key, back["name"].value()) == ("crossword", "Spring Open")
    assert not Event.objects.filter(name="Spring Open").exists()


def test_a_new_pool_has_the_rating_system_that_is_chosen(desk: Client) -> None:
    """NASPA unless another one is chosen; the form says what its first ratings are like."""
    assert "first ratings range widely" in desk.get(reverse("tournaments:new_event", args=["harbour"])).content.decode()
    new_event(desk, new_pool="Calm", new_system="event-kalman")
    new_event(desk, new_pool="Usual")
    assert dict(RatingPool.objects.values_list("name", "system")) == {"Calm": "event-kalman", "Usual": "naspa"}


def test_a_finished_event_offers_its_rules_and_says_nothing_of_ratings_it_does_not_have() -> None:
    hall = make_hall()
    home, finish = (reverse(f"tournaments:{name}", args=[hall.scene.event.slug]) for name in ("manage", "finish_event"))
    for division in hall.scene.event.divisions.all():
        assert division.rating_pool_id is None
    factories.play(hall.publish())
    assert "become official" not in text(hall.client.get(finish))
    page = text(hall.client.post(finish, follow=True))
    assert "The event is finished." in page
    assert "ratings are official" not in page
    assert hall.url("rules") in page
    assert hall.url("division_settings") not in page
    assert text(hall.client.get(home)).count("Rules in force") == 1


def test_an_edition_sets_tiles_and_dictionary_together(desk: Client, club: Club) -> None:
    install_shipped()
    spanish = install_shipped(slug="es")
    asked = text(desk.get(reverse("tournaments:new_event", args=["harbour"])))
    assert "Spanish (FISE)</option>" in asked
    assert "Gujarati – Gujarati club (no dictionary installed)</option>" in asked
    assert "Finnish (no dictionary installed)</option>" in asked
    assert reverse("lexicon:installs", args=["harbour"]) in asked
    assert "CASAS, GATOS, NIÑOS and COMES are not in it" in asked
    assert new_event(desk, edition="es").status_code == 302
    division = Event.objects.get().divisions.get()
    assert (division.lexicon_version, division.settings.rule_options) == (spanish, {"tile_set": "es"})
    offered = desk.get(reverse("tournaments:new_event", args=["harbour"])).context["form"].initial
    assert (offered["lexicon_version"], offered["tile_set"]) == (spanish, "es"), (
        "what fits together is offered together"
    )
    own = Lexicon.objects.create(slug="own", name="Own", language="es", club=club, visibility="club")
    version = LexiconVersion.objects.create(lexicon=own, label="1", checksum="b" * 64, word_count=9, file_name="b")
    assert new_event(desk, name="Second", edition="es", lexicon_version=str(version.pk)).status_code == 302
    assert Event.objects.get(name="Second").divisions.get().lexicon_version == version, "one of the language stays"
    assert "CASAS" in text(desk.get(reverse("lexicon:detail", args=["es"])))
    gujarati = Lexicon.objects.create(slug="gu-own", name="Own", language="gu", club=club, visibility="club")
    LexiconVersion.objects.create(lexicon=gujarati, label="1", checksum="c" * 64, word_count=9, file_name="c")
    assert new_event(desk, name="Fourth", edition="gu", rules_slug="tournament").status_code == 302
    fourth = Event.objects.get(name="Fourth").divisions.get()
    assert (fourth.rules_slug, fourth.settings.rule_options) == ("gujarati-club", {"tile_set": "gu"})

    def refuse(fields: dict[str, str], says: str) -> None:
        answer = new_event(desk, name="Third", **fields)
        assert answer.status_code == 422
        assert says in text(answer)
        assert not Event.objects.filter(name="Third").exists()

    check_each(
        [
            ({"edition": "cs"}, "No dictionary is installed for Czech. Install one"),
            ({"edition": "xx"}, "xx is not one of the available choices"),
            ({"tile_set": "de", "lexicon_version": str(spanish.pk)}, "does not go with German tiles"),
        ],
        refuse,
    )


def test_an_edition_over_the_api(desk: Client, club: Club) -> None:
    spanish = install_shipped(slug="es")
    client = as_user(User.objects.get(username="dora"))
    body = {"name": "Copa", "starts_on": "2030-05-04", "division": {"edition": "es"}}
    client.post("clubs/harbour/events/", body, expect=201)
    division = Event.objects.get().divisions.get()
    assert (division.lexicon_version, division.settings.rule_options) == (spanish, {"tile_set": "es"})
    later = LexiconVersion.objects.create(
        lexicon=spanish.lexicon, label="later", checksum="e" * 64, word_count=9, file_name="e", valid_from="2031-01-01"
    )
    path = f"events/{division.event.slug}/divisions/{division.slug}/"
    client.patch(path, {"rule_options": {"tile_set": "en", "finish_line": 300}, "lexicon_version": None})
    changed = client.patch(path, {"edition": "es"})
    assert changed["rule_options"] == {"tile_set": "es", "finish_line": 300}, "other options stay"
    assert changed["lexicon_version"] == spanish.pk, "in force on the day of the event, not today's"
    assert client.patch(path, {"edition": "es", "rules_slug": "tokyo-club"})["rules_slug"] == "tokyo-club"
    client.post("clubs/harbour/events/", {**body, "name": "Copa 2031", "starts_on": "2031-05-04"}, expect=201)
    assert Event.objects.get(name="Copa 2031").divisions.get().lexicon_version == later
    client.post("clubs/harbour/events/", {**body, "starts_on": "2031-13-44"}, expect=400)
    refused = client.post("clubs/harbour/events/", {**body, "division": {"edition": "gu"}}, expect=400)
    assert "No dictionary is installed for Gujarati" in str(refused)
