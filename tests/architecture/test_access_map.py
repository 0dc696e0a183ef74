"""Who may open what, generated from the map of addresses: an address without a rule fails, and every rule is tried.

The director's pages and the API have tables of their own, with a row for every role and method; here it is seen that each address is in
one of the tables, and the rest is tried by every kind of visitor.
"""

from collections.abc import Iterator
from enum import Enum, auto
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from clubs.models import User
from config.api.scopes import ROUTES
from tests import factories
from tests.leagues.test_pages import RULES as LEAGUES
from tests.tournaments.api.test_access import Scene, scene
from tests.tournaments.views.test_director_access import RULES as DIRECTOR
from tests.walk import SIGN_IN, Answer, Call, browsers, check_calls
from tournaments.models import Event

__all__ = ["scene"]
pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

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
    "clubs:kept_form": Rule.SIGNED_IN,
    "clubs:create_token": Rule.ACT,
    "clubs:revoke_token": Rule.ACT,
    "clubs:language": Rule.ANYBODY,
    "clubs:create_club": Rule.SIGNED_IN,
    "clubs:club": Rule.ANYBODY,
    "clubs:edit_club": Rule.MANAGE,
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
    "ratings:check": Rule.RATINGS,
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
    "tournaments:slip_code": Rule.ANYBODY,
    "tournaments:own_page": Rule.KEY,
    "tournaments:own_slip": Rule.KEY,
    "tournaments:own_slip_check": Rule.KEY,
    "tournaments:own_slip_judge": Rule.KEY,
    "tournaments:own_slip_sent": Rule.KEY,
    "tournaments:own_slip_photo": Rule.KEY,
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
    "tournaments:rules": Rule.EVENT,
    "tournaments:player": Rule.EVENT,
}
#: What somebody who may gets instead of a page.
INSTEAD: dict[str, int] = {
    "healthz": 503,  # no worker runs beside a test
    "set_language": 302,
    "clubs:kept_form": 302,  # nothing is kept
    "tournaments:outlook": 302,  # to where the pool's ratings are
    "lexicon:shiritori": 404,  # the scene's dictionary is not Japanese
    "tournaments:ruling_forfeit": 404,  # the scene's ruling is of no game
    "tournaments:judge_desk": 405,  # takes forms only
}
#: Those who may not are told that there is nothing.
NOTHING_THERE = {Rule.DICTIONARIES}
#: What one does with one's session before one has signed in.
BEFORE_SIGNING_IN = {"set_language", "clubs:logout"}


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


#: What the key ``pk`` of an address means.
PK = {
    "ratings:official_list": "listed",
    "ratings:official_list_file": "listed",
    "ratings:undo_merge": "merge",
    "lexicon:edition-days": "upload",  # takes forms only, whatever the number
}


def _address(scene: Scene, name: str) -> str:
    known: dict[str, object] = {
        **scene.address,
        "pairing_id": scene.address["pairing"],
        "key": "no-such-key",
        "checksum": "0" * 64,
        "form": "csv",
    }
    if name in PK:
        known["pk"] = scene.address[PK[name]]
    if name.startswith("ratings:"):
        known["event"] = scene.address["rated"]
    if name.startswith(("tournaments:slip", "tournaments:own_slip")):
        known["token"] = "00000000-0000-4000-8000-000000000000"
    pattern = ADDRESSES[name].pattern
    wanted = list(getattr(pattern, "converters", {})) or list(getattr(pattern, "regex", None).groupindex)  # type: ignore[union-attr]
    wanted += [
        key
        for key in ("slug", "club", "pool", "event", "division", "number")
        if key not in wanted and f":{key}>" in str(pattern)
    ]
    return reverse(name, kwargs={key: known[key] for key in wanted})


def answer_to(rule: Rule, name: str, who: str) -> Answer:
    """What a visitor who opens the address gets."""
    page = INSTEAD.get(name, 200)
    if rule in {Rule.ANYBODY, Rule.EVENT}:
        return page
    if rule is Rule.KEY:
        return 404
    if who == "anonymous" and name not in BEFORE_SIGNING_IN:
        return SIGN_IN
    if rule is Rule.ACT:
        return INSTEAD.get(name, 405)
    if rule is Rule.SIGNED_IN or page == 405 or who in WHO[rule]:
        return page
    return 404 if rule in NOTHING_THERE else 403


def test_each_address_answers_those_who_may(scene: Scene) -> None:
    calls = [
        Call(who, "GET", _address(scene, name), {answer_to(rule, name, who)})
        for name, rule in RULES.items()
        for who in (PEOPLE if rule in WHO else ("anonymous", "outsider", "director"))
    ]
    calls += [
        Call(who, "POST", _address(scene, name), {SIGN_IN} if who == "anonymous" else {403, 404, 405})
        for name, rule in RULES.items()
        if rule in WHO
        for who in PEOPLE
        if who not in WHO[rule]
    ]
    check_calls(calls, browsers(scene.people))


def test_hidden_events_are_for_their_officials(scene: Scene, director: User) -> None:
    """Events in preparation, and what-ifs."""
    calls = [
        Call(who, "GET", _address(scene, name), {INSTEAD.get(name, 200) if who in OFFICIALS else 404})
        for name, rule in RULES.items()
        if rule is Rule.EVENT
        for who in PEOPLE
    ]
    own = Event.objects.filter(pk=scene.division.event_id)
    own.update(state=Event.State.DRAFT)
    check_calls(calls, browsers(scene.people))
    other = factories.division(scene.division.event.club, director).event
    own.update(state=Event.State.RUNNING, what_if_of=other)
    check_calls(calls, browsers(scene.people))
