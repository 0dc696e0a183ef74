"""Who may open what, generated from the map of addresses: an address without a rule fails, and every rule is tried.

The director's pages and the API have tables of their own, with a row for every role and method; here it is seen that each address is in
one of the tables, and the rest is tried by every kind of visitor.
"""

import pytest
from django.urls import reverse

from clubs.access import EVERYBODY, KEY
from clubs.models import User
from leagues.urls import director_urls as leagues
from messaging.urls import director_urls as messaging
from registration.urls import director_urls as registration
from tests import factories
from tests.declared import ANONYMOUS, PEOPLE, addresses, needs, who_may
from tests.harness.deep import DEEP
from tests.tournaments.api.test_access import Scene, scene
from tests.walk import SIGN_IN, Answer, Call, browsers, check_calls, one_for_each, taking_turns
from tournaments.engine.short_codes import code_of
from tournaments.models import Event
from tournaments.urls.director import urlpatterns as director

__all__ = ["scene"]
pytestmark = pytest.mark.django_db

OFFICIALS = {"director", "assistant", "scorer", "word_judge", "check_in", "ratings_officer"}


#: Pages with tables of their own: every role, every method.
ELSEWHERE = {f"tournaments:{route.name}" for route in [*director, *leagues, *registration, *messaging]}
#: Pages that everybody may open, of an event: while it is in preparation, and of a what-if, only its officials.
OF_EVENT = "e/<slug:event>/"
#: What somebody who may gets instead of a page.
INSTEAD: dict[str, int] = {
    "clubs:unsent_form": 302,  # nothing is kept
    "clubs:photo": 404,  # the scene's club has none
    "clubs:player_photo": 404,  # the scene's player is nobody's
    "clubs:own_photo": 404,
    "clubs:text": 404,  # the key of no text
    "clubs:edit_text": 404,
    "status": 404,  # for operators only
    "tournaments:roll_member": 404,  # nobody is on the roll
    "tournaments:collection": 404,  # nobody keeps any games
    "tournaments:live_stream": 404,  # nobody annotates
    "tournaments:live_stream_text": 404,
    "tournaments:puzzle": 404,  # the scene's game is not analysed
    "tournaments:outlook": 302,  # to where the pool's ratings are
    "tournaments:short_address": 302,
    "lexicon:shiritori": 404,  # the scene's dictionary is not Japanese
    "tournaments:adjudication_forfeit": 404,  # the scene's ruling is of no game
    # allauth asks for the password once more first, or the account has none of it
    **dict.fromkeys(
        (
            "account_set_password",
            "account_confirm_login_code",
            "mfa_authenticate",
            "mfa_reauthenticate",
            "mfa_activate_totp",
            "mfa_generate_recovery_codes",
            "mfa_add_webauthn",
            "mfa_reauthenticate_webauthn",
            "mfa_remove_webauthn",
            "mfa_edit_webauthn",
        ),
        302,
    ),
    **dict.fromkeys(("mfa_deactivate_totp", "mfa_view_recovery_codes", "mfa_download_recovery_codes"), 404),
}
#: Whoever is signed in is sent home.
FOR_VISITORS = {"account_request_login_code"}
#: Steps of signing in: without the one before they lead back to its beginning.
STEPS = {"account_confirm_login_code", "mfa_authenticate", "mfa_login_webauthn"}


#: Pages of a game for its players and officials.
OF_PLAYERS = {"tournaments:both_sheets"}
#: Pages that show everybody what a visitor without an account sees.
AS_NOBODY = {
    "tournaments:embed_game",
    "tournaments:tourney_js",
    "tournaments:live",
    "tournaments:live_text",
    "tournaments:live_table",
    "tournaments:live_table_text",
    "tournaments:live_player",
    "tournaments:live_player_text",
    "tournaments:live_stream",
    "tournaments:live_stream_text",
    "tournaments:live_ticker_text",
}

ADDRESSES = addresses()
#: What is Django's own, or the server's: it has no roles of ours.
NOT_OURS = {"healthz", "styles"}
PAGES = {
    name: needs(name)
    for name in ADDRESSES
    if not name.startswith(("admin:", "api:")) and name not in NOT_OURS | ELSEWHERE
}


def test_every_address_declares_what_it_needs() -> None:
    """Django's own administration asks for staff by itself, and the API's last address answers whatever there is not."""
    silent = {name for name in ADDRESSES if not name.startswith("admin:") and not needs(name)}
    assert silent == {*NOT_OURS, "api:nothing"}, "say in the app's urls what the address needs"


#: What the key ``pk`` of an address means.
PK = {
    "ratings:official_list": "listed",
    "ratings:official_list_file": "listed",
    "ratings:undo_merge": "merge",
    "lexicon:edition-days": "edition",
}


def address_of(scene: Scene, name: str) -> str:
    parameters: dict[str, object] = {
        **scene.address,
        "pairing_id": scene.address["pairing"],
        "key": "no-such-key",
        "name": "players",
        "person": 1,
        "message": 1,
        "checksum": "0" * 64,
        "form": "csv",
        "ending": "json",
        "collection": 1,
        "comment": 1,
        "turn": 1,
        "uidb36": "1",
        "claim": 1,
        "role_link": 1,
        "table": 1,
        "stream": 1,
        "source": "newest",
        "field": "names",
        "ticker": "standings",
        "member": 1,
        "pk": 1,
    }
    if name in PK:
        parameters["pk"] = scene.address[PK[name]]
    if name.startswith("ratings:"):
        parameters["event"] = scene.address["rated"]
    if name == "tournaments:short_address":
        parameters["event"] = code_of(Event.objects.get(slug=scene.address["event"]).pk)
    if name.startswith(("tournaments:slip", "tournaments:own_slip")):
        parameters["token"] = "00000000-0000-4000-8000-000000000000"
    pattern = ADDRESSES[name].pattern
    names = list(getattr(pattern, "converters", {})) or list(getattr(pattern, "regex", None).groupindex)  # type: ignore[union-attr]
    names += [
        key
        for key in ("slug", "club", "pool", "event", "division", "number")
        if key not in names and f":{key}>" in str(pattern)
    ]
    return reverse(name, kwargs={key: parameters[key] for key in names})


def answer_to(name: str, method: str, who: str) -> set[Answer]:
    """What a visitor who opens the page may get."""
    need = PAGES[name][method]
    if need.who is KEY:
        return {404}
    if who == ANONYMOUS and need.who is not EVERYBODY:
        return {SIGN_IN}
    if need.action is not None and who not in who_may(need):
        return {403}
    if name in STEPS:
        return {302, SIGN_IN}
    if name in FOR_VISITORS and who != ANONYMOUS:
        return {302}
    if name in OF_PLAYERS and method == "GET" and who not in OFFICIALS:
        return {404}
    return {INSTEAD.get(name, 200)} if method == "GET" else {200, 302, 403, 404, 405, 422}


@pytest.mark.scaled
def test_each_address_answers_those_who_may(scene: Scene) -> None:
    """In the suite each method of an address refuses one of those who may not."""
    answered, refused = [], []
    for name, methods in PAGES.items():
        address = address_of(scene, name)
        for method, need in methods.items():
            for who in PEOPLE:
                expected = answer_to(name, method, who)
                call = Call(who, method, address, expected)
                if need.action is not None and who not in who_may(need):
                    refused.append(call)
                elif method == "GET":
                    answered.append(call)
    check_calls(taking_turns(answered) + one_for_each(refused), browsers(scene.people))


@pytest.mark.scaled
def test_other_methods_are_refused(scene: Scene) -> None:
    """In the suite one of the methods that no page answers to is tried at each address."""
    calls = []
    for turn, (name, methods) in enumerate(PAGES.items()):
        never = ("PUT", "DELETE") if DEEP else ("PUT", "DELETE")[turn % 2 :][:1]
        address = address_of(scene, name)
        calls += [
            Call("director", method, address, {405}) for method in ("GET", "POST", *never) if method not in methods
        ]
    check_calls(calls, browsers({"director": scene.people["director"]}))


#: The pages that hidden events are tried by: every other is reached by the same rule (tests/tournaments/test_visibility.py).
HIDDEN = ("tournaments:event", "tournaments:standings", *sorted(AS_NOBODY))


@pytest.mark.scaled
def test_hidden_events_are_for_their_officials(scene: Scene, director: User) -> None:
    """Events in preparation, and what-ifs. In the suite everybody looks at the event's own page, and at the others in turn."""
    first, *rest = (
        [
            Call(
                who,
                "GET",
                address_of(scene, name),
                {INSTEAD.get(name, 200) if who in OFFICIALS and name not in AS_NOBODY else 404},
            )
            for who in PEOPLE
        ]
        for name in HIDDEN
    )
    ask = browsers(scene.people)
    own = Event.objects.filter(pk=scene.division.event_id)
    own.update(state=Event.State.DRAFT)
    check_calls(first + taking_turns(call for calls in rest for call in calls), ask)
    other = factories.division(scene.division.event.club, director).event
    own.update(state=Event.State.RUNNING, what_if_of=other)
    check_calls(first + taking_turns(call for calls in reversed(rest) for call in calls), ask)
