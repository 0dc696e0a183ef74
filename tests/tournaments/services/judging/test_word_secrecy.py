"""While a game is on nobody learns from the site which words are in the dictionary: every way to ask, in every state of the game.

An answer gives words away if it depends on the dictionary: each way is tried with a dictionary that has the word and with one that
has not, and both answers are compared whole, with status and length.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from clubs.models import Role, User
from clubs.services import set_member
from lexicon.engine.wordlist import WordList
from lexicon.models import Adjudication, Lexicon, LexiconVersion
from lexicon.wordlists import files
from tests import factories
from tests.api_client import as_user
from tests.harness.deep import DEEP
from tests.tournaments.scenes.sheets import SCORES, hall, own_page, own_slip, send, table
from tests.walk import undone
from tournaments.inputs.results import ResultInput
from tournaments.models import Division, Entry
from tournaments.services.hall.table_cards import cards_of, make_cards
from tournaments.services.results.slips import slip_key

pytestmark = pytest.mark.django_db

#: The word that everyone would like to look up, and two lists, one of which has it.
WORD = "TRAIN"
WITH, WITHOUT = (WordList(tuple(sorted(("AT", "TA", word)))) for word in (WORD, "RAINS"))
SHEET = (
    f"#player1 anna Anna Lind\n#player2 ben Ben Okoro\n>anna: AINRTVW 8D {WORD} +12 12\n>ben: BHOOSUY 7E HOB +25 25\n"
)
MOVES = {"moves": SHEET}


@pytest.fixture
def edition(db: None) -> LexiconVersion:
    """A free list, for now with the word."""
    lexicon = Lexicon.objects.create(slug="few", name="Few words", language="en", is_free=True)
    path = files.save(WITH)
    files.save(WITHOUT)
    return LexiconVersion.objects.create(
        lexicon=lexicon, label="1", checksum=WITH.checksum, word_count=3, file_name=path.name
    )


@pytest.fixture
def division(director: User, edition: LexiconVersion) -> Division:
    division = hall(director, lexicon_version_id=edition.pk)
    make_cards(actor=director, event_id=division.event_id, tables=(1, 2))
    return division


#: Form tokens, ids, checksums, times, nonces.
_NEW_EACH_TIME = re.compile(
    r'(?<=csrfmiddlewaretoken" value=")\w+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|[0-9a-f]{64}'
    r"|\d{4}-\d\d-\d\dT[0-9:.]+Z|nonce-\S+"
)


def telling(ask: Callable[[], dict[str, Any]], lists: Sequence[WordList] = (WITH, WITHOUT)) -> set[str]:
    """Which of the answers, by their names, are others with the list that has the word than with the one that has not."""
    bodies = []
    for words in lists:
        with undone():
            LexiconVersion.objects.update(checksum=words.checksum, file_name=files.save(words).name)
            bodies.append({name: whole(answer) for name, answer in ask().items()})
    with_it, without_it = bodies
    assert with_it.keys() == without_it.keys()
    return {name for name, body in with_it.items() if body != without_it[name]}


def whole(answer: Any) -> str:
    """An answer without what is new in every one. With its length: the size must not give anything away either."""
    body = f"{answer.status_code} {len(answer.content)} {answer.content.decode(errors='replace')}"
    body = _NEW_EACH_TIME.sub("~", body)
    return re.sub(r"\"id\":\s*\d+|^(200|201) \d+ (?=\{)", "~", body)


def tells(ask: Callable[[], Any], lists: Sequence[WordList] = (WITH, WITHOUT)) -> bool:
    return bool(telling(lambda: {"": ask()}, lists))


# The ways to ask about words that are typed or sent with a report.


def api_report(division: Division, **fields: object) -> Any:
    """A report by the table's link over the API."""
    return api_post(f"slips/{slip_key(table(division).slip_links.get())}/", side="first", **fields)


def api_own_report(_division: Division, **fields: object) -> Any:
    """A report by Anna's own link over the API."""
    return api_post(f"own/{own_page('Anna Lind').split('/')[2]}/rounds/1/", **fields)


def api_post(path: str, **fields: object) -> Any:
    body = {"client_token": str(uuid4()), "record": SHEET, **fields}
    return Client().post(f"/api/v1/{path}", body, content_type="application/json")


def slip_of(division: Division) -> str:
    return f"/s/{slip_key(table(division).slip_links.get())}/"


def game_address(division: Division, form: str) -> str:
    return form.format(event=division.event.slug, game=table(division).pk)


#: Words that are only typed, and words of a record that is sent: each way by its name.
TYPED: dict[str, Callable[[Division], Any]] = {
    "check while typing, own link": lambda d: Client().post(f"{own_slip('Anna Lind')}check/", MOVES),
    "check while typing on the board": lambda d: Client().post(
        f"{own_slip('Anna Lind')}check/", {"brief": "1", **MOVES}
    ),
    "check while typing, table's link": lambda d: Client().post(f"{slip_of(d)}check/", MOVES),
    "the check button": lambda d: Client().post(own_slip("Anna Lind"), {"check": "1", **MOVES}),
    "the check button, table's link": lambda d: Client().post(slip_of(d), {"check": "1", **MOVES}),
}
SENT: dict[str, Callable[[Division], Any]] = {
    "refused for want of scores": lambda d: Client().post(
        own_slip("Anna Lind"), {"client_token": str(uuid4()), **MOVES}
    ),
    "the page after a report": lambda d: send("Anna Lind", SHEET),
    "a report over the API": lambda d: api_report(d, first_score=SCORES[0], second_score=SCORES[1]),
    "refused over the API": api_report,
    "own report over the API": lambda d: api_own_report(d, first_score=SCORES[0], second_score=SCORES[1]),
    "own report refused over the API": api_own_report,
}
#: Where somebody looks after Anna has sent her sheet.
AFTER: dict[str, Callable[[Division], str]] = {
    "the slip opened again": lambda d: own_slip("Anna Lind"),
    "the other player's slip": lambda d: own_slip("Ben Okoro"),
    "the public replay": lambda d: game_address(d, "/e/{event}/games/{game}/"),
    "the record as a file": lambda d: game_address(d, "/e/{event}/games/{game}/record/"),
    "the record over the API": lambda d: game_address(d, "/api/v1/events/{event}/pairings/{game}/record/"),
}
#: All of them. A part of these has to have something of each kind in it, so they take turns.
WAYS = [*TYPED, *SENT, *AFTER]
#: These never say anything about words.
SILENT = {"the other player's slip", "the record as a file"}


def agree(division: Division, *tables: int) -> None:
    for number in tables:
        factories.agree(table(division, number), *SCORES)


def next_round(division: Division, director: User) -> None:
    agree(division, 1)
    factories.publish(division, director, 2, despite_missing=True)


def conflict() -> None:
    send("Anna Lind")
    send("Ben Okoro", scores=(400, 300))


#: In the suite every way is tried in these states, in which all or none of them tells; and each in one of the others.
WHOLE = {"one report", "all results are in"}


def telling_ways(division: Division, ways: Sequence[str]) -> set[str]:
    """Which of these ways tell. What somebody looks at afterwards is looked at after one report, by each with a browser of their own."""

    def look() -> dict[str, Any]:
        send("Anna Lind", SHEET, follow=False)
        return {way: Client().get(AFTER[way](division)) for way in ways if way in AFTER}

    found = {way for way, ask in (TYPED | SENT).items() if way in ways and tells(lambda ask=ask: ask(division))}  # type: ignore[misc]
    return found | telling(look) if any(way in AFTER for way in ways) else found


@pytest.mark.long
@pytest.mark.scaled
def test_every_way_to_ask_in_every_state_of_the_game(division: Division, director: User) -> None:
    def void() -> None:
        factories.change(Division.objects.filter(pk=division.pk), challenge_rule="void")

    # What brings the state about, and whether typed words and those of a record are told in it.
    states: dict[str, tuple[Callable[[], object], bool, bool]] = {
        "nothing reported": (lambda: None, False, False),
        "one report": (lambda: send("Anna Lind"), False, False),
        "the reports differ": (conflict, False, False),
        "the result is in, another table plays": (lambda: agree(division, 1), False, True),
        "the result is in, its players play the next round": (lambda: next_round(division, director), False, False),
        "all results are in": (lambda: agree(division, 1, 2), True, True),
        "every play is checked (void)": (void, True, True),
    }
    others = [state for state in states if state not in WHOLE]
    wrong = []
    for state, (bring_about, typed, sent) in states.items():
        ways = WAYS if DEEP or state in WHOLE else WAYS[others.index(state) :: len(others)]
        with undone():
            bring_about()
            found = telling_ways(division, ways)
        for way in ways:
            # A replay is public once there is a result; the one with the record comes too late to be shown.
            expected = (typed if way in TYPED else sent) and way not in SILENT
            if "void" in state and way in {"the public replay", "the record over the API"}:
                expected = False
            if (way in found) is not expected:
                wrong.append((state, way, "tells" if not expected else "is silent"))
    assert wrong == []


@pytest.mark.scaled
def test_study_and_look_ups_are_closed_to_whoever_is_known_to_be_playing(division: Division, director: User) -> None:
    user = factories.user("anna")
    entry = Entry.objects.get(name="Anna Lind")
    entry.player.user = user
    entry.player.save(update_fields=["user"])
    account, own_device, table_device, slip_judge = Client(), Client(), Client(), Client()
    account.force_login(user)
    own_device.get(own_page("Anna Lind"))
    table_device.get(slip_of(division))
    slip_judge.get(f"{slip_of(division)}judge/")
    signed_in = Client()
    signed_in.force_login(factories.user("friend"))
    signed_in.get(own_slip("Anna Lind"))  # an account that has not entered, on Anna's phone
    api, token = as_user(user), as_user(factories.user("visitor"))
    card = cards_of(division.event)[0].key
    look_up, study = f"/dictionaries/few/?word={WORD.lower()}", f"/dictionaries/few/words/?q={WORD}"

    def api_get(by: Any, path: str, body: object = None) -> Any:
        address = f"/api/v1/dictionaries/few/{path}"
        more = {"content_type": "application/json", "headers": by.headers}
        return by.client.post(address, body, **more) if body else by.client.get(address, **more)

    closed: dict[str, Callable[[], Any]] = {
        "look-up, account": lambda: account.get(look_up),
        "look-up, own link's device": lambda: own_device.get(look_up),
        "look-up, table link's device": lambda: table_device.get(look_up),
        "look-up, device of a slip's word judge": lambda: slip_judge.get(look_up),
        "look-up, another account on the device": lambda: signed_in.get(look_up),
        "study, account": lambda: account.get(study),
        "study, another account on the device": lambda: signed_in.get(study),
        "anagrams, account": lambda: account.get(f"{study}&kind=anagram"),
        "API word": lambda: api_get(api, f"words/{WORD}/"),
        "API look-up": lambda: api_get(api, "lookup/", {"words": [WORD]}),
        "API verdict": lambda: api_get(api, "judge/", {"words": [WORD]}),
        "API search": lambda: api_get(api, f"search/?q={WORD}&kind=anagram"),
    }
    open_: dict[str, Callable[[], Any]] = {
        "look-up, anybody": lambda: Client().get(look_up),
        "API word, somebody else": lambda: api_get(token, f"words/{WORD}/"),
    }
    agreed: list[Callable[[], object]] = [lambda: None, conflict, lambda: next_round(division, director)]
    wrong: list[tuple[object, ...]] = []
    for number, bring_about in enumerate(agreed):
        with undone():
            bring_about()
            # All ways while nothing is reported; in the suite every second one in each of the other states.
            ways = list(closed.items()) if DEEP or not number else list(closed.items())[number % 2 :: 2]
            wrong += [(number, way, "tells") for way, ask in ways if tells(ask)]
            wrong += [(number, way, "is silent") for way, ask in open_.items() if not tells(ask)]
            for device in (own_device, table_device):
                page = device.get(f"/judge/{card}/")
                if "/words/" in page.content.decode():
                    wrong.append((number, "the card's page offers the dictionary", ""))
            hashed = f"/judge/{card}/words/{WITH.checksum}/"
            if (own_device.get(hashed).status_code, Client().get(hashed).status_code) != (409, 200):
                wrong.append((number, "the dictionary of the tablet", ""))
    with undone():
        agree(division, 1)
        wrong += [("over", way, "is silent") for way, ask in {**closed, **open_}.items() if not tells(ask)]
    assert wrong == []


def test_a_look_up_during_play_is_a_logged_adjudication(division: Division) -> None:
    for address in (f"{own_slip('Anna Lind')}judge/", f"{slip_of(division)}judge/"):
        before = Adjudication.objects.count()
        form = {"step": "judge", "count": 1, "word1": WORD, "client_token": str(uuid4())}
        assert "Acceptable" in Client().post(address, form).content.decode()
        assert Adjudication.objects.count() == before + 1
        assert "table 1" in Adjudication.objects.latest("pk").place


def test_an_official_who_plays_learns_no_words_of_a_record_before_its_result(
    division: Division, director: User
) -> None:
    scorer = factories.user("anna")
    set_member(actor=director, club=division.event.club, username="anna", role=Role.SCORER)
    entry = Entry.objects.get(name="Anna Lind")
    entry.player.user = scorer
    entry.player.save(update_fields=["user"])
    send("Ben Okoro", SHEET)
    mine, theirs = Client(), Client()
    mine.force_login(scorer)
    theirs.force_login(director)
    addresses = [
        game_address(division, "/e/{event}/games/{game}/"),
        f"/api/v1/events/{division.event.slug}/pairings/{table(division).pk}/record/",
    ]
    LexiconVersion.objects.update(checksum=WITHOUT.checksum, file_name=files.save(WITHOUT).name)
    table(division).submissions.all().delete()
    send("Ben Okoro", SHEET)
    for address in addresses:
        assert "Not in the dictionary" in theirs.get(address).content.decode()
        answer = mine.get(address)
        assert answer.status_code == 200
        assert "Not in the dictionary" not in answer.content.decode()


def test_a_device_forgets_nothing_and_trusts_no_cookie_of_its_own_making(division: Division) -> None:
    """A family's phone knows all its players; a cookie that the site did not sign says nothing."""
    phone = Client()
    for name in ("Anna Lind", "Cem Kaya"):
        phone.get(own_page(name))
    look_up = f"/dictionaries/few/?word={WORD}"
    agree(division, 1)
    assert phone.get(look_up).status_code == 403
    agree(division, 2)
    page = phone.get(look_up)
    assert "in the dictionary" in page.content.decode()
    assert page["Cache-Control"] == "no-store, private"
    forged = Client()
    forged.cookies["wordhall-playing"] = "1-2-3:forged"
    assert forged.get(look_up).status_code == 200


def test_only_free_lists_are_looked_up_without_signing_in(edition: LexiconVersion) -> None:
    Lexicon.objects.update(is_free=False)
    address = f"/dictionaries/few/?word={WORD}"
    assert "in the dictionary" not in Client().get(address).content.decode()
    reader = Client()
    reader.force_login(factories.user("reader"))
    assert "in the dictionary" in reader.get(address).content.decode()
    Lexicon.objects.update(is_free=True)
    assert "in the dictionary" in Client().get(address).content.decode()
    assert "not in the dictionary" in Client().get("/dictionaries/few/?word=rtain").content.decode()
    assert "letters from this dictionary" in Client().get("/dictionaries/few/?word=тест").content.decode()


def test_word_basket_says_nothing_about_words_either(director: User) -> None:
    """Neither of the game that is typed nor of the next word, before the result is in."""
    lexicon = Lexicon.objects.create(slug="nouns", name="Nouns", language="ja", is_free=True)
    nouns = [WordList(tuple(sorted(words))) for words in (("いんきょ", "らじお"), ("うんきょ", "りじお"))]
    path = files.save(nouns[0])
    edition = LexiconVersion.objects.create(
        lexicon=lexicon, label="1", checksum=nouns[0].checksum, word_count=2, file_name=path.name
    )
    club = factories.club(director)
    division = factories.division(
        club, director, game="wordbasket", rules_slug="word-basket", lexicon_version_id=edition.pk
    )
    factories.start(division, director, 2)
    first, second = (seat.entry.name for seat in table(division).seats.order_by("position"))
    sheet = f"#player A {first}\n#player B {second}\nstart い\nA いんきょ よ\n"
    ways: dict[str, Callable[[], Any]] = {
        "the game": lambda: Client().post(f"{own_slip(first)}check/", {"moves": f"{sheet}B よーろっぱ は\n"}),
        "the next word": lambda: Client().post(f"{own_slip(first)}check/", {"moves": f"{sheet}B よーろっぱ"}),
        "a report": lambda: send(first, sheet, None, game1_seat1="0", game1_seat2="1"),
        "a report refused": lambda: send(first, sheet, None),
    }
    assert [way for way, ask in ways.items() if tells(ask, nouns)] == []
    factories.report(table(division), "official", 0, 0, result=ResultInput(tally="0-1"), actor=director)
    assert [way for way, ask in ways.items() if not tells(ask, nouns)] == []
