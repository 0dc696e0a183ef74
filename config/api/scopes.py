"""Which scope each address of the API needs: one table, closed by default.

A token without the scope is refused before the view is asked. Roles are another matter: they are asked afterwards, by the
use case itself. An address that the table does not name is open only to tokens that may do everything; a test demands
a row for every method of every address.
"""

from collections.abc import Mapping
from types import MappingProxyType

from django.http import HttpRequest

from clubs.scopes import EVERYTHING, Scope

#: What a method needs; the empty set: any token will do, or none is looked at.
Needs = Mapping[str, frozenset[Scope]]
_ANY: frozenset[Scope] = frozenset()


def _row(**methods: Scope | None) -> Needs:
    return MappingProxyType({name: _ANY if scope is None else frozenset({scope}) for name, scope in methods.items()})


_READ = _row(GET=Scope.READ)


def _both(scope: Scope, *, method: str = "POST") -> Needs:
    return _row(**{"GET": Scope.READ, method: scope})


def _post(scope: Scope) -> Needs:
    return _row(POST=scope)


#: Name of the address (its ``name=`` in the app's ``api/urls.py``) and what each of its methods needs.
ROUTES: Mapping[str, Needs] = MappingProxyType(
    {
        "schema": _row(GET=None),
        # accounts and clubs
        "login": _row(POST=None),
        "logout": _row(POST=None),
        "logout_everywhere": _post(Scope.ACCOUNT),
        "me": _row(GET=None),
        "tokens": _row(GET=Scope.ACCOUNT, POST=Scope.ACCOUNT),
        "token": _row(DELETE=Scope.ACCOUNT),
        "clubs": _both(Scope.CLUBS),
        "club": _both(Scope.CLUBS, method="PATCH"),
        "members": _both(Scope.CLUBS),
        "member": _row(DELETE=Scope.CLUBS),
        # dictionaries
        "dictionaries": _READ,
        "dictionary": _READ,
        "dictionary_judge": _post(Scope.WORDS),
        "dictionary_lookup": _post(Scope.WORDS),
        "dictionary_search": _row(GET=Scope.WORDS),
        "dictionary_word": _row(GET=Scope.WORDS),
        "uploads": _both(Scope.DICTIONARIES),
        "upload": _row(GET=Scope.READ, DELETE=Scope.DICTIONARIES),
        "confirm_upload": _post(Scope.DICTIONARIES),
        # games and ratings
        "rules": _READ,
        "club_rating_pools": _both(Scope.RATINGS),
        "rating_pools": _READ,
        "rating_pool": _READ,
        "accepted_results": _both(Scope.RATINGS, method="PUT"),
        "import_ratings": _post(Scope.RATINGS),
        "preview_rating_import": _post(Scope.RATINGS),
        "official_lists": _both(Scope.RATINGS),
        "official_list": _READ,
        "rating_checks": _both(Scope.RATINGS),
        "opening_rating": _both(Scope.RATINGS, method="PUT"),
        "move_rated_game": _post(Scope.RATINGS),
        "merges": _both(Scope.RATINGS),
        "undo_merge": _post(Scope.RATINGS),
        "anonymise_player": _post(Scope.RATINGS),
        "rating_list": _READ,
        "player_rating": _READ,
        "rated_events": _READ,
        "rated_event": _READ,
        "explanation": _READ,
        # events
        "club_events": _both(Scope.EVENTS),
        "events": _READ,
        "event": _row(GET=Scope.READ, PATCH=Scope.EVENTS, DELETE=Scope.EVENTS),
        "release_event": _post(Scope.EVENTS),
        "finish_event": _post(Scope.EVENTS),
        "reopen_event": _post(Scope.EVENTS),
        "divisions": _post(Scope.EVENTS),
        "division": _both(Scope.EVENTS, method="PATCH"),
        "standings": _READ,
        "handicap_standings": _READ,
        "prizes": _both(Scope.EVENTS),
        "prize": _row(PUT=Scope.EVENTS, DELETE=Scope.EVENTS),
        "awards": _READ,
        "event_log": _READ,
        "event_log_entry": _READ,
        "what_ifs": _both(Scope.EVENTS),
        "what_if": _row(DELETE=Scope.EVENTS),
        "contention": _both(Scope.EVENTS),
        # leagues
        "leagues": _both(Scope.EVENTS),
        "league": _READ,
        "seasons": _both(Scope.EVENTS),
        "season": _READ,
        "season_standings": _READ,
        "count_event": _post(Scope.EVENTS),
        # players
        "entries": _both(Scope.ROSTERS),
        "entry": _row(PATCH=Scope.ROSTERS, DELETE=Scope.ROSTERS),
        "absences": _both(Scope.ROSTERS, method="PUT"),
        "seeds": _both(Scope.ROSTERS, method="PUT"),
        "blocks": _both(Scope.ROSTERS),
        "block": _row(DELETE=Scope.ROSTERS),
        "withdraw_entry": _post(Scope.ROSTERS),
        "return_entry": _post(Scope.ROSTERS),
        "preview_roster": _post(Scope.ROSTERS),
        "import_roster": _post(Scope.ROSTERS),
        "past_rounds": _post(Scope.ROSTERS),
        # rounds; who has the keys of the slips can report results, so reading them is not mere reading
        "rounds": _READ,
        "round": _READ,
        "division_ratings": _both(Scope.EVENTS, method="PUT"),
        "pin_division_ratings": _post(Scope.EVENTS),
        "seed_division_ratings": _post(Scope.EVENTS),
        "auto_pairing": _both(Scope.ROUNDS, method="PUT"),
        "start_rounds": _both(Scope.ROUNDS),
        "clocks": _both(Scope.ROUNDS),
        "clock": _post(Scope.ROUNDS),
        "pairings": _READ,
        "broken_rules": _READ,
        "readiness": _READ,
        "draft_round": _post(Scope.ROUNDS),
        "pairing_run": _READ,
        "pairing_request": _READ,
        "swap_players": _post(Scope.ROUNDS),
        "swap_seats": _post(Scope.ROUNDS),
        "locks": _both(Scope.ROUNDS),
        "unlock_pair": _post(Scope.ROUNDS),
        "discard_draft": _post(Scope.ROUNDS),
        "publish_round": _post(Scope.ROUNDS),
        "unpublish_round": _post(Scope.ROUNDS),
        "slips": _row(GET=Scope.ROUNDS),
        "replace_slip": _post(Scope.ROUNDS),
        "personal_links": _row(GET=Scope.ROUNDS),
        "replace_personal_link": _post(Scope.ROUNDS),
        # results; a slip's key is asked, never a token
        "pairing": _READ,
        "submissions": _post(Scope.RESULTS),
        "history": _READ,
        "consequences": _READ,
        "ruling": _post(Scope.RESULTS),
        "ruling_preview": _post(Scope.RESULTS),
        "record": _READ,
        "reported_record": _READ,
        "original_record": _READ,
        "slip": _row(GET=None, POST=None),
        "own_event": _row(GET=None),
        "own_game": _row(GET=None, POST=None),
        "confirm_reported": _post(Scope.RESULTS),
        # the word judge
        "challenges": _post(Scope.RULINGS),
        "word_challenges": _post(Scope.RULINGS),
        "judge_log": _READ,
        "judge_ruling": _READ,
        "appeal_ruling": _post(Scope.RULINGS),
        "overrule_ruling": _post(Scope.RULINGS),
    }
)


def needs_of(name: str | None, method: str) -> frozenset[Scope]:
    """The scopes that a token needs for ``method`` of the address ``name``; all there are where the table is silent."""
    return ROUTES.get(name or "", {}).get("GET" if method == "HEAD" else method, EVERYTHING)


def needed(request: HttpRequest) -> frozenset[Scope]:
    """The scopes that this request needs."""
    match = request.resolver_match
    return needs_of(match.url_name if match else None, request.method or "")
