"""Who may open what, generated from the map of addresses: an address without a rule fails, and every rule is tried.

The director's pages and the API have tables of their own, with a row for every role and method; here it is seen that each address is in
one of the tables, and the rest is tried by every kind of visitor.
"""

from collections.abc import Iterator
from enum import Enum, auto
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from clubs.models import User
from config.api.scopes import ROUTES
from tests import factories
from tests.tournaments.api.test_access import Scene, scene
from tests.tournaments.views.test_director_access import RULES as DIRECTOR
from tests.tournaments.views.test_leagues import RULES as LEAGUES
from tournaments.models import Event

__all__ = ["scene"]
pytestmark = pytest.mark.django_db

PEOPLE = ["director", "scorer", "ratings_officer", "member", "outsider", "anonymous"]
OFFICIALS = {"director", "scorer", "ratings_officer"}


class Rule(Enum):
    """Who may open an address."""

    ANYBODY = auto()
    EVENT = auto()  # anybody; an event in preparation, and a what-if, only its officials
    SIGNED_IN = auto()  # anybody with an account
    MANAGE = auto()  # who manages the club's events
    DICTIONARIES = auto()  # who manages the club's dictionaries
    RATINGS = auto()  # who manages the club's ratings
    KEY = auto()  # who has the key; no key, nothing found
    ACT = auto()  # a POST of the visitor's own session; looking is refused


WHO = {
    Rule.MANAGE: {"director"},
    Rule.DICTIONARIES: {"director"},
    Rule.RATINGS: {"director", "ratings_officer"},
}
RULES: dict[str, Rule] = {
    "healthz": Rule.ANYBODY,
    "set_language": Rule.ACT,
    "clubs:home": Rule.ANYBODY,
    "clubs:login": Rule.ANYBODY,
    "clubs:logout": Rule.ACT,
    "clubs:sign_up": Rule.ANYBODY,
    "clubs:account": Rule.SIGNED_IN,
    "clubs:create_token": Rule.ACT,
    "clubs:revoke_token": Rule.ACT,
    "clubs:language": Rule.ANYBODY,
    "clubs:create_club": Rule.SIGNED_IN,
    "clubs:club": Rule.ANYBODY,
    "clubs:add_member": Rule.ACT,
    "clubs:remove_member": Rule.ACT,
    "lexicon:list": Rule.ANYBODY,
    "lexicon:detail": Rule.ANYBODY,
    "lexicon:edition-days": Rule.ACT,
    "lexicon:uploads": Rule.DICTIONARIES,
    "lexicon:upload": Rule.DICTIONARIES,
    "lexicon:study": Rule.SIGNED_IN,
    "lexicon:shiritori": Rule.SIGNED_IN,
    "ratings:pools": Rule.ANYBODY,
    "ratings:list": Rule.ANYBODY,
    "ratings:list_file": Rule.ANYBODY,
    "ratings:runs": Rule.ANYBODY,
    "ratings:calibration": Rule.ANYBODY,
    "ratings:official_lists": Rule.ANYBODY,
    "ratings:official_list": Rule.ANYBODY,
    "ratings:official_list_file": Rule.ANYBODY,
    "ratings:events": Rule.ANYBODY,
    "ratings:event": Rule.ANYBODY,
    "ratings:outlook": Rule.ANYBODY,
    "ratings:explanation": Rule.ANYBODY,
    "ratings:player": Rule.ANYBODY,
    "ratings:compare": Rule.ANYBODY,
    "ratings:evaluate": Rule.RATINGS,
    "ratings:office": Rule.RATINGS,
    "ratings:new_pool": Rule.RATINGS,
    "ratings:merge": Rule.RATINGS,
    "ratings:undo_merge": Rule.RATINGS,
    "ratings:anonymise": Rule.RATINGS,
    "ratings:publish": Rule.RATINGS,
    "ratings:accepts": Rule.RATINGS,
    "ratings:opening": Rule.RATINGS,
    "ratings:import": Rule.RATINGS,
    "ratings:event_games": Rule.RATINGS,
    "ratings:move_result": Rule.RATINGS,
    "tournaments:judge_worker": Rule.ANYBODY,
    "tournaments:judge": Rule.KEY,
    "tournaments:judge_words": Rule.KEY,
    "tournaments:slip": Rule.KEY,
    "tournaments:slip_check": Rule.KEY,
    "tournaments:slip_judge": Rule.KEY,
    "tournaments:slip_sent": Rule.KEY,
    "tournaments:slip_photo": Rule.KEY,
    "tournaments:kiosk": Rule.KEY,
    "tournaments:rulings": Rule.MANAGE,
    "tournaments:ruling": Rule.MANAGE,
    "tournaments:ruling_forfeit": Rule.MANAGE,
    "tournaments:table_cards": Rule.MANAGE,
    "tournaments:judge_desk": Rule.MANAGE,
    "tournaments:league": Rule.ANYBODY,
    "tournaments:league_season": Rule.ANYBODY,
    "tournaments:league_table": Rule.ANYBODY,
    "tournaments:event": Rule.EVENT,
    "tournaments:clock_time": Rule.EVENT,
    "tournaments:prizes": Rule.EVENT,
    "tournaments:replay": Rule.EVENT,
    "tournaments:record_file": Rule.EVENT,
    "tournaments:standings": Rule.EVENT,
    "tournaments:handicap": Rule.EVENT,
    "tournaments:standings_csv": Rule.EVENT,
    "tournaments:results_csv": Rule.EVENT,
    "tournaments:division_json": Rule.EVENT,
    "tournaments:division_tsh": Rule.EVENT,
    "tournaments:wall_chart": Rule.EVENT,
    "tournaments:round": Rule.EVENT,
    "tournaments:outlook": Rule.EVENT,
    "tournaments:find_table": Rule.EVENT,
    "tournaments:display": Rule.EVENT,
    "tournaments:roster": Rule.EVENT,
    "tournaments:player": Rule.EVENT,
}
#: Addresses that lead to another page: it is that one which is looked at.
SEND_ON = {"tournaments:outlook"}
#: Pages of things that the scene need not have.
ABSENT = {
    "lexicon:shiritori",
    "ratings:official_list",
    "ratings:official_list_file",
    "ratings:undo_merge",
    "ratings:move_result",
}


def routes(patterns: list[Any], spaces: tuple[str, ...] = ()) -> Iterator[tuple[str, URLPattern]]:
    """Every address by its full name."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = (*spaces, pattern.namespace) if pattern.namespace else spaces
            yield from routes(pattern.url_patterns, inner)
        else:
            yield ":".join((*spaces, str(pattern.name))), pattern


ADDRESSES = dict(routes(get_resolver().url_patterns))


def test_every_address_has_a_rule() -> None:
    """Django's own administration asks for staff by itself, and the API's last address answers whatever there is not."""
    tables = set(RULES) | {f"tournaments:{name}" for name in [*DIRECTOR, *LEAGUES]} | {f"api:{name}" for name in ROUTES}
    unruled = {name for name in ADDRESSES if not name.startswith("admin:")} - tables
    assert unruled == {"api:nothing"}, "add a rule"
    assert set(RULES) - set(ADDRESSES) == set(), "rules without an address"


def visit(scene: Scene, who: str, name: str) -> HttpResponse:
    """What a visitor gets who opens the address."""
    client = Client()
    if who != "anonymous":
        client.force_login(scene.people[who])
    return client.get(_address(scene, name), follow=name in SEND_ON)  # type: ignore[return-value]  # the test client's own kind of it


def _address(scene: Scene, name: str) -> str:
    known: dict[str, object] = {
        **scene.address,
        "pairing_id": scene.address["pairing"],
        "token": "00000000-0000-4000-8000-000000000000",
        "key": "no-such-key",
        "checksum": "0" * 64,
        "pk": 1,
        "upload": 1,
        "form": "csv",
        "membership": scene.address["membership"],
    }
    if name.startswith("ratings:"):
        known["event"] = scene.address["rated"]
    elif name == "tournaments:player":
        known["number"] = 1
    if name == "clubs:revoke_token":
        known["token"] = 1
    if name in {"tournaments:ruling", "tournaments:ruling_forfeit"}:
        known["ruling"] = scene.address.get("ruling", 1)
    pattern = ADDRESSES[name].pattern
    wanted = list(getattr(pattern, "converters", {})) or list(getattr(pattern, "regex", None).groupindex)  # type: ignore[union-attr]
    wanted += [
        key
        for key in ("slug", "club", "pool", "event", "division", "number")
        if key not in wanted and f":{key}>" in str(pattern)
    ]
    return reverse(name, kwargs={key: known[key] for key in wanted})


@pytest.mark.parametrize("rule", [Rule.ANYBODY, Rule.EVENT, Rule.SIGNED_IN, Rule.KEY, Rule.ACT], ids=str)
def test_what_needs_no_role(scene: Scene, rule: Rule) -> None:
    for name in (name for name, kind in RULES.items() if kind is rule):
        for who in ("anonymous", "outsider", "director"):
            status = visit(scene, who, name).status_code
            if rule is Rule.KEY:
                assert status in {404, 405, 410}, (name, who)
            elif rule is Rule.ACT:
                assert status in {302, 403, 404, 405}, (name, who)
            elif rule is Rule.SIGNED_IN and who == "anonymous":
                assert status == 302, name
            elif name == "healthz":
                assert status in {200, 503}, who  # no worker runs beside a test
            else:
                assert status in ({200, 404} if name in ABSENT else {200}), (name, who)


@pytest.mark.parametrize("rule", list(WHO), ids=str)
def test_what_needs_a_role_in_the_club(scene: Scene, rule: Rule) -> None:
    for name in (name for name, kind in RULES.items() if kind is rule):
        for who in PEOPLE:
            answer = visit(scene, who, name)
            if who == "anonymous":
                assert answer.status_code in {302, 405}, name
                assert answer.status_code == 405 or "/accounts/login/" in answer["Location"], name
            elif who in WHO[rule]:
                assert answer.status_code in {200, 404, 405}, (name, who)
            else:
                assert answer.status_code in {403, 404, 405}, (name, who)


@pytest.mark.parametrize("hidden", ["in preparation", "what-if"])
def test_hidden_events_are_for_their_officials(scene: Scene, hidden: str, director: User) -> None:
    own = scene.division.event
    if hidden == "what-if":
        other = factories.division(own.club, director).event
        Event.objects.filter(pk=own.pk).update(what_if_of=other)
    else:
        Event.objects.filter(pk=own.pk).update(state=Event.State.DRAFT)
    for name in (name for name, kind in RULES.items() if kind is Rule.EVENT):
        for who in PEOPLE:
            assert visit(scene, who, name).status_code == (200 if who in OFFICIALS else 404), (name, who)
