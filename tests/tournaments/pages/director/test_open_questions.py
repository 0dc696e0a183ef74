"""Open questions: facts about a game that contradict each other, shown to its sender and the director until someone settles them."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import User
from lexicon.models import LexiconVersion
from tests import factories
from tests.tournaments.scenes.sheets import GAME, SCORES, hall, own_slip, send, table, text
from tests.walk import check_each, undone
from tournaments.models import Division, Event, EventBackup, OpenQuestion, Result
from tournaments.services.events.events import questions_left
from tournaments.services.results.open_questions import question_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def division(director: User, dictionary: LexiconVersion) -> Division:
    return hall(director, lexicon_version_id=dictionary.pk)


@pytest.fixture
def desk(director: User) -> Client:
    client = Client()
    client.force_login(director)
    return client


def base(division: Division) -> str:
    return f"/e/{division.event.slug}/{division.slug}/"


def game_address(division: Division, name: str) -> str:
    return reverse(f"tournaments:{name}", args=[division.event.slug, division.slug, 1, table(division).pk])


def game_page(desk: Client, division: Division) -> str:
    return text(desk.get(game_address(division, "manage_game")))


def questions_on(page: str) -> list[str]:
    """The questions on a page, as they read."""
    section = re.search(r'<h2 id="questions">.*?</section>', page)
    return [unescape(one) for one in re.findall(r"<p[^>]*>(.*?)</p>", section[0])[:-1]] if section else []


def report(name: str, record: str = "", scores: tuple[int, int] | None = SCORES, **more: str) -> None:
    """A report that is taken, whose answer nobody looks at."""
    assert send(name, record, scores, follow=False, **more).status_code == 302


def stored() -> list[str]:
    """The open questions as they are stored, which is all that the pages show."""
    return [question_text(one) for one in OpenQuestion.objects.filter(settled="")]


def changed(*pairs: str) -> str:
    """The game with each old text replaced by the new one after it."""
    sheet = GAME
    for old, new in zip(pairs[::2], pairs[1::2], strict=True):
        assert old in sheet, old
        sheet = sheet.replace(old, new)
    return sheet


def turned(sheet: str) -> str:
    """The same game as somebody writes it who puts the players in the other order."""
    return sheet.replace("#player1", "#player0").replace("#player2", "#player1").replace("#player0", "#player2")


OWN_RACKS = "\n".join(re.sub(r"^(>ben:) \S+ (?=\w+ )", r"\1 ", line) for line in GAME.splitlines())


def test_every_contradiction_is_seen_by_the_sender_and_the_director(division: Division, desk: Client) -> None:
    """One sheet that contradicts the result, the pairing or the division: one question each, with what differs."""
    cases = [
        (GAME, (443, 294), "ends 443 – 284; the result says 443 – 294"),
        (
            changed("ben Ben Okoro", "ben Cem Kaya"),
            SCORES,
            "between Anna Lind – Cem Kaya; the pairing is Anna Lind – Ben",
        ),
        (changed("ben Ben Okoro", "eva Eva Quill", ">ben:", ">eva:"), SCORES, "between Anna Lind – Eva Quill"),
        (changed("Anna Lind", "Cem Kaya", "Ben Okoro", "Dua Oz"), SCORES, "between Cem Kaya – Dua Oz"),
        (changed("#lexicon Open English", "#lexicon CSW21"), SCORES, "names the dictionary CSW21"),
        (changed("#title", "#date 2019-05-01\n#title"), SCORES, "is dated 1 May 2019"),
        (
            changed("(challenge) +5 429", "(challenge) +10 434"),
            SCORES,
            "is worth 5 points under the rule in force; the record says 10",
        ),
        (changed("Anna Lind", "Ben Okoro", "ben Ben Okoro", "ben Anna Lind"), SCORES[::-1], "Ben Okoro plays first"),
    ]

    def check(sheet: str, scores: tuple[int, int], says: str) -> None:
        on_slip = questions_on(text(send("Anna Lind", sheet, scores)))
        here = questions_on(game_page(desk, division))
        assert len(here) == 1, (says, here)
        assert says in here[0]
        assert on_slip == here, says

    check_each(cases, check)


def test_what_people_write_differently_is_no_question(division: Division, desk: Client) -> None:
    """Nothing is stored, so that no page has anything to show."""
    cases = {
        "the same": GAME,
        "the players in the other order": turned(GAME),
        "nicknames": changed("Anna Lind", "Annie", "Ben Okoro", "boko"),
        "initials": changed("anna Anna Lind", "anna AL", "ben Ben Okoro", "ben BO"),
        "me and opp": changed("Anna Lind", "Me", "Ben Okoro", "Opp"),
        "misspelt": changed("Anna Lind", "Lindt, Ana", "Ben Okoro", "B. Okorro"),
        "one name": changed("Anna Lind", "Anna", "Ben Okoro", "Okoro"),
        "no headings": changed("#title Club night, table 3\n", "", "#lexicon Open English\n", ""),
        "the language alone": changed("#lexicon Open English", "#lexicon english"),
        "today": changed("#title", f"#date {timezone.localdate()}\n#title"),
        "the event's day": changed("#title", f"#date {division.event.starts_on}\n#title"),
        "no date": changed("#title", "#date round 1\n#title"),
        "another day in the title": changed("#title Club night", "#title Like our game of 2019-05-01"),
        "stops early": "\n".join(GAME.splitlines()[:20]),
    }

    def check(_name: str, sheet: str) -> None:
        report("Anna Lind", sheet)
        assert stored() == []

    check_each(cases.items(), check)
    report("Anna Lind", cases["misspelt"])
    assert questions_on(game_page(desk, division)) == []


def test_two_sheets_are_compared_as_soon_as_both_are_in(division: Division, desk: Client) -> None:
    """Although their scores agree; the message names the first turn that differs."""
    swapped = changed("EEINOOR L8 .ONIER +15 77", "EEINOOR L8 .ONIER +16 78")
    cases: list[tuple[str, str, str]] = [
        ("the same", GAME, ""),
        ("the other order", turned(GAME), ""),
        ("without the other's racks", OWN_RACKS, ""),
        ("how many tiles were exchanged", changed("-EEIIN +0", "-5 +0"), ""),
        ("stops early", "\n".join(GAME.splitlines()[:20]), ""),
        ("without the tiles left", changed(">anna: (I) +2 443\n", ""), ""),
        ("another word", changed("9E GUP +21", "9E GUV +21"), "first differ at turn 10: 9E GUP 21 and 9E GUV 21"),
        ("another score", swapped, "first differ at turn 9"),
        (
            "a play less",
            changed(">ben: (time) -20 284\n", "", ">ben: EEEIINT -EEIIN +0 170\n", ""),
            "first differ at turn 19: -EEIIN 0 and 8A SENZA 75",
        ),
    ]
    report("Anna Lind", GAME)

    def check(_name: str, sheet: str, says: str) -> None:
        answer = send("Ben Okoro", sheet, follow=bool(says))
        assert Result.objects.get(pairing=table(division)).state == "confirmed"
        if not says:
            assert [one for one in stored() if "first differ" in one] == []
            return
        about = [one for one in questions_on(game_page(desk, division)) if "first differ" in one]
        assert about
        assert all(says in one for one in about), about
        for page in (answer, Client().get(own_slip("Anna Lind"))):  # the sender's and the first player's
            assert any(says in one for one in questions_on(text(page)))

    check_each(cases, check)


def test_questions_are_counted_and_named_on_the_way_to_the_end(
    division: Division, desk: Client, director: User
) -> None:
    report("Anna Lind", changed("#lexicon Open English", "#lexicon CSW21"))
    report("Ben Okoro", GAME)
    report("Cem Kaya", scores=(300, 200))
    report("Dua Oz", scores=(300, 200))
    manage = f"/e/{division.event.slug}/manage/"
    assert '<div class="wait"><dt>Open questions</dt><dd>1</dd>' in text(desk.get(f"{base(division)}rounds/1/manage/"))
    assert "table 1 (Anna Lind – Ben Okoro): 1 open question." in text(desk.get(manage))

    # The next round waits for a word of confirmation, and says what for.
    ready = text(desk.get(f"{base(division)}rounds/2/manage/"))
    assert "Leave the questions open and continue" in ready
    draft = f"{base(division)}rounds/2/draft/"
    desk.post(draft, {"system": "swiss"})
    assert not division.rounds.filter(number=2).exists()
    desk.post(draft, {"system": "swiss", "despite_missing": "1"})
    assert division.rounds.filter(number=2).exists()
    division.rounds.filter(number=2).delete()

    # The end of the event names them, and waits too.
    finish = f"/e/{division.event.slug}/finish/"
    page = text(desk.get(finish))
    assert "round 1, table 1 (Anna Lind – Ben Okoro): The record names the dictionary CSW21" in page
    refused = text(desk.post(finish, follow=True))
    assert "Questions are still open" in refused
    division.event.refresh_from_db()
    assert division.event.state == "running"
    desk.post(finish, {"despite_questions": "on"})
    division.event.refresh_from_db()
    assert division.event.state == "finished"


def test_a_ruling_or_a_corrected_sheet_settles_questions(division: Division, desk: Client) -> None:
    wrong = changed("#lexicon Open English", "#lexicon CSW21")
    rule = game_address(division, "rule_game")
    report("Anna Lind", wrong)
    report("Ben Okoro", GAME)
    report("Anna Lind", GAME)
    assert questions_on(game_page(desk, division)) == []
    assert OpenQuestion.objects.get().settled == "corrected"

    report("Anna Lind", wrong)
    assert len(questions_on(game_page(desk, division))) == 1
    values = {"kind": "played", "first_score": 443, "second_score": 284}
    values["expected_version"] = Result.objects.get(pairing=table(division)).version
    assert "This field is required" in text(desk.post(rule, values))
    assert len(questions_on(game_page(desk, division))) == 1
    assert desk.post(rule, {**values, "reason": "Only the heading is wrong."}).status_code == 302
    assert questions_on(game_page(desk, division)) == []
    settled = OpenQuestion.objects.filter(settled="ruling").get()
    assert settled.ruling is not None
    assert settled.ruling.reason == "Only the heading is wrong."

    # What comes after the ruling is a new question.
    report("Ben Okoro", changed("9E GUP +21", "9E GUV +21"))
    assert any("first differ" in one for one in questions_on(game_page(desk, division)))


def test_the_api_shows_officials_the_open_questions(division: Division, desk: Client) -> None:
    answer = desk.post(
        f"/api/v1/events/{division.event.slug}/pairings/{table(division).pk}/submissions/",
        {"client_token": "desk", "first_score": 443, "second_score": 294, "record": GAME},
        content_type="application/json",
    )
    assert answer.status_code == 201
    (question,) = answer.json()["questions"]
    assert "ends 443 – 284" in question
    assert answer.json()["result"]["open_questions"] == 1
    address = f"/api/v1/events/{division.event.slug}/pairings/{table(division).pk}/"
    (listed,) = desk.get(address).json()["questions"]
    assert (listed["code"], listed["question"]) == ("result_differs", question)
    assert Client().get(address).json()["questions"] is None
    report("Cem Kaya", scores=(300, 200))
    report("Dua Oz", scores=(300, 200))
    finish = f"/api/v1/events/{division.event.slug}/finish/"
    refused = desk.post(finish, {}, content_type="application/json")
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (409, "open_questions")
    assert "ends 443 – 284" in refused.json()["detail"]
    assert desk.post(finish, {"despite_questions": True}, content_type="application/json").status_code == 200


def test_a_late_report_is_one_question_and_a_conflict_is_none(division: Division, desk: Client) -> None:
    with undone():
        report("Anna Lind", GAME)
        report("Ben Okoro", GAME, (443, 294))
        assert [one for one in questions_on(game_page(desk, division)) if "first differ" in one] == []
    report("Anna Lind")
    report("Ben Okoro")
    report("Ben Okoro", GAME, (443, 294))
    here = questions_on(game_page(desk, division))
    assert len(here) == 2, here
    assert any("A different result was reported after this one was confirmed: 443 – 294" in one for one in here)
    assert any("ends 443 – 284" in one for one in here)


def test_word_basket_has_open_questions_too(director: User) -> None:
    """Two sheets of one game, its end, its rules and its players; what only one of them notes is no question."""
    division = factories.division(factories.club(director), director, game="wordbasket", rules_slug="word-basket")
    factories.start(division, director, 2)
    desk = Client()
    desk.force_login(director)
    first, second = (seat.entry.name for seat in table(division).seats.order_by("position"))
    head = f"#player A {first}\n#player B {second}\n"
    plays = "A inkyo yo\nB yo-roppa ha\nA bando to\nB tonbo ho\nA houshi shi\nB shimauma ma\nA makura ra\nB rajio o\n"
    end = "A okonomiyaki ka*\nA win\n"
    sheet = f"{head}start i\n{plays}A reach\nB reach\n{end}"
    loose = f"#player {second}\n#player {first}\n{plays}{end}".replace("\nA ", f"\n{first} ").replace(
        "\nB ", f"\n{second} "
    )
    cases = [
        (sheet, ""),
        (loose, ""),
        (f"{head}{plays}", ""),
        (sheet.replace("B tonbo ho", "B tonkatsuo ho"), "first differ in game 1, turn 5"),
        (
            sheet.replace("#player A", "#player X").replace("\nA ", "\nX ").replace(f"X {first}", "X Zoe Quill"),
            "Zoe Quill",
        ),
        (sheet.replace("A win", "").replace("A okonomiyaki ka*", "A oden ne\nB neko ko\nB win"), "first differ"),
        (f"#option wild_last false\n{sheet}", "different rules from the division's"),
    ]
    with undone():
        report(first, sheet, None, game1_seat1="0", game1_seat2="1")

        def check(other: str, says: str) -> None:
            sent = send(second, other, None, follow=bool(says), game1_seat1="0", game1_seat2="1")
            assert sent.status_code == (200 if says else 302)
            if not says:
                assert stored() == []
                return
            here = questions_on(game_page(desk, division))
            assert any(says in one for one in here), (says, here)
            assert questions_on(text(sent)) == here

        check_each(cases, check)
    report(first, sheet, None, game1_seat1="0", game1_seat2="3")
    assert questions_on(game_page(desk, division)) == [
        "The record ends 0 – 1 card left; 0 – 3 cards left was reported."
    ]


def test_questions_go_with_a_copy_and_come_back_with_a_backup(division: Division, desk: Client) -> None:
    report("Anna Lind", changed("#lexicon Open English", "#lexicon CSW21"))
    desk.post(f"/e/{division.event.slug}/manage/backups/keep/")
    backup = EventBackup.objects.latest("pk")
    desk.post(f"/e/{division.event.slug}/manage/what-if/")
    copy = Event.objects.get(what_if_of=division.event)
    (line,) = [one for one in questions_left(copy.divisions.get()) if "CSW21" in one]
    assert "Anna Lind – Ben Okoro" in line
    report("Anna Lind", GAME)
    assert questions_on(game_page(desk, division)) == []
    address = f"/e/{division.event.slug}/manage/backups/{backup.pk}/restore/"
    assert desk.post(address, {"reason": "Back to the first sheet."}).status_code == 302
    assert any("CSW21" in one for one in questions_on(game_page(desk, division)))
