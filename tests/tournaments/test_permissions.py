"""Roles × actions, as a table: every use case by every role, in the own and in another club's event."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404

from clubs.access import Path, reach
from clubs.models import Club, User
from clubs.permissions import Action, Visitor
from tests import factories
from tests.harness.deep import DEEP
from tests.walk import undone
from tournaments.access import EventPath, PairingPath, RoundPath
from tournaments.inputs.entries import EntryChanges
from tournaments.inputs.events import DivisionInput, EventChanges, EventInput
from tournaments.inputs.prizes import PrizeInput
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Division, Event, Round
from tournaments.permissions import actions_in, may_see_event, visible_events
from tournaments.queries.events import events_of
from tournaments.services import prizes
from tournaments.services.entries import entries, leaving, roster
from tournaments.services.entries.roster_lines import RosterRow
from tournaments.services.events import copies, events, restore
from tournaments.services.results import results, slips
from tournaments.services.results import returned_sheets as paper
from tournaments.services.rounds import constraints as conditions
from tournaments.services.rounds import pairing
from tournaments.services.rounds import publish as publishing
from tournaments.services.rounds import requests as pairing_requests
from tournaments.services.standings import contention

WHO_MAY = {
    "create_event": {"director"},
    "update_event": {"director"},
    "add_division": {"director"},
    "update_division": {"director"},
    "finish_event": {"director"},
    "reopen_event": {"director"},
    "import_roster": {"director"},
    "add_entry": {"director"},
    "withdraw_entry": {"director", "assistant"},
    "reinstate_entry": {"director", "assistant"},
    "update_entry": {"director"},
    "set_absences": {"director"},
    "block_pair": {"director"},
    "unblock_pair": {"director"},
    "lock_pair": {"director", "assistant"},
    "unlock_pair": {"director", "assistant"},
    "draft_round": {"director", "assistant"},
    "swap_players": {"director", "assistant"},
    "swap_seats": {"director", "assistant"},
    "discard_draft": {"director", "assistant"},
    "publish_round": {"director", "assistant"},
    "unpublish_round": {"director", "assistant"},
    "revoke_link": {"director", "assistant"},
    "submit_official": {"director", "assistant", "scorer"},
    "rule_result": {"director", "assistant"},
    "mark_sheets": {"director", "assistant", "scorer"},
    "make_test_copy": {"director"},
    "delete_test_copy": {"director"},
    "new_event_from": {"director"},
    "restore_event": {"director"},
    "request_round": {"director", "assistant"},
    "request_contention": {"director", "assistant", "scorer", "word_judge", "check_in", "ratings_officer"},
    "add_prizes": {"director"},
    "update_prize": {"director"},
    "move_prize": {"director"},
    "remove_prize": {"director"},
}
#: What cannot be done to the event as it is in the scene: those who may are told so, too. Everything else they do.
OUT_OF_PLACE = {
    "finish_event",
    "move_prize",
    "new_event_from",
    "remove_prize",
    "reopen_event",
    "request_round",
    "restore_event",
    "reinstate_entry",
    "delete_test_copy",
    "unblock_pair",
    "unlock_pair",
    "unpublish_round",
    "update_prize",
}


@dataclass(frozen=True)
class Scene:
    """An event with round 1 published and round 2 drafted."""

    division: Division
    first: Round
    draft: Round

    @property
    def event(self) -> Event:
        return self.division.event

    def fresh(self) -> "Scene":
        """The same rows as the database has them."""
        division = Division.objects.select_related("event__club", "rating_pool").get(pk=self.division.pk)
        return Scene(division, division.rounds.get(pk=self.first.pk), division.rounds.get(pk=self.draft.pk))


@pytest.fixture
def scene(running: Division, director: User) -> Scene:
    return Scene(
        running,
        running.rounds.get(),
        pairing.draft_round(actor=director, division=running, number=2, despite_missing=True),
    )


def first_game(round_: Round) -> int:
    """The game at the first table."""
    return factories.games(round_)[0].pairing_id


def other(round_: Round) -> int:
    """A player at the second table."""
    return factories.games(round_)[1].first.entry_id


def act(name: str, scene: Scene) -> Callable[[User], object]:
    """The use case ``name`` on the scene, to be tried by a user."""
    division, event, draft = scene.division, scene.event, scene.draft
    entry = division.entries.get(number=1)
    edit = {"round_id": draft.pk, "expected_version": draft.version}
    row = RosterRow(name="Zoe")
    prize = PrizeInput(name="High game", kind="high_win")
    ruling = RulingInput(result=ResultInput(first_score=1, second_score=2), reason="Recount.")
    acts: dict[str, Callable[[User], object]] = {
        "create_event": lambda by: events.create_event(
            actor=by, club=event.club, data=EventInput(name="X", starts_on=event.starts_on)
        ),
        "update_event": lambda by: events.update_event(
            actor=by, event=event, data=EventChanges(name="Y", starts_on=event.starts_on)
        ),
        "update_entry": lambda by: entries.update_entry(
            actor=by, entry=entry, data=EntryChanges(name=entry.name, rating=entry.rating, team="Red")
        ),
        "set_absences": lambda by: entries.set_absences(actor=by, entry=entry, rounds={3: "bye"}),
        "block_pair": lambda by: conditions.block_pair(
            actor=by, division=division, entry_a=entry.pk, entry_b=other(draft), reason="x"
        ),
        "unblock_pair": lambda by: conditions.unblock_pair(actor=by, division=division, block_id=0),
        "lock_pair": lambda by: conditions.lock_pair(
            actor=by, division=division, number=2, first=entry.pk, second=other(draft)
        ),
        "unlock_pair": lambda by: conditions.unlock_pair(
            actor=by, division=division, number=2, first=entry.pk, second=other(draft)
        ),
        "mark_sheets": lambda by: paper.mark_sheets(actor=by, round_=scene.first, returned=[]),
        "make_test_copy": lambda by: copies.make_test_copy(actor=by, event=event),
        "delete_test_copy": lambda by: copies.delete_test_copy(actor=by, event=event),
        "new_event_from": lambda by: copies.new_event_from(actor=by, event=event, backup_id=0),
        "restore_event": lambda by: restore.restore_event(actor=by, event=event, backup_id=0, reason="x"),
        "request_round": lambda by: pairing_requests.request_round(actor=by, division=division, number=3),
        "request_contention": lambda by: contention.request_contention(actor=by, division=division),
        "add_prizes": lambda by: prizes.add_prizes(actor=by, event=event, prizes=[prize]),
        "update_prize": lambda by: prizes.update_prize(actor=by, event=event, prize_id=0, data=prize),
        "move_prize": lambda by: prizes.move_prize(actor=by, event=event, prize_id=0, up=True),
        "remove_prize": lambda by: prizes.remove_prize(actor=by, event=event, prize_id=0),
        "add_division": lambda by: events.add_division(actor=by, event=event, data=DivisionInput(name="B")),
        "update_division": lambda by: events.update_division(
            actor=by,
            division=division,
            data=factories.division_data(round_minutes=45, rating_pool_id=division.rating_pool_id),
        ),
        "finish_event": lambda by: events.finish_event(actor=by, event=event),
        "reopen_event": lambda by: events.reopen_event(actor=by, event=event, reason="x"),
        "import_roster": lambda by: roster.import_roster(actor=by, division=division, rows=[row]),
        "add_entry": lambda by: roster.add_entry(actor=by, division=division, row=row),
        "withdraw_entry": lambda by: leaving.withdraw_entry(actor=by, entry=entry, after_round=1),
        "reinstate_entry": lambda by: leaving.reinstate_entry(actor=by, entry=entry),
        "draft_round": lambda by: pairing.draft_round(actor=by, division=division, number=2, despite_missing=True),
        "swap_players": lambda by: pairing.swap_players(
            actor=by, entry_a=factories.games(draft)[0].first.entry_id, entry_b=other(draft), **edit
        ),
        "swap_seats": lambda by: pairing.swap_seats(actor=by, pairing_id=first_game(draft), **edit),
        "discard_draft": lambda by: pairing.discard_draft(actor=by, **edit),
        "publish_round": lambda by: publishing.publish_round(
            actor=by, round_id=draft.pk, expected_version=draft.version
        ),
        "unpublish_round": lambda by: publishing.unpublish_round(
            actor=by, round_id=scene.first.pk, expected_version=scene.first.version, reason="x"
        ),
        "revoke_link": lambda by: slips.revoke_link(actor=by, pairing=scene.first.pairings.get(table_number=1)),
        "submit_official": lambda by: factories.report(first_game(scene.first), "official", 1, 2, actor=by),
        "rule_result": lambda by: results.rule_result(actor=by, pairing_id=first_game(scene.first), data=ruling),
    }
    return acts[name]


def outcome(name: str, scene: Scene, who: Any) -> str:
    """Either "done", "refused" (it cannot be done now, whoever asks) or "not allowed"; nothing of it stays."""
    with undone():
        try:
            act(name, scene.fresh())(who)
        except PermissionDenied:
            return "not allowed"
        except ValueError:
            return "refused"
        return "done"


def who_try(turn: int, may: set[str], people: Iterable[str]) -> list[str]:
    """Everybody; in the suite the director, another who may in turn, who is nearest to it but may not, and one of the rest in turn."""
    if DEEP:
        return list(people)
    others = [who for who in people if who in may and who != "director"]
    nearest, *rest = [who for who in people if who not in may]
    return ["director", *others[turn % max(len(others), 1) :][:1], nearest, rest[turn % len(rest)]]


@pytest.mark.scaled
def test_use_cases_by_role(scene: Scene, club: Club, director: User) -> None:
    people: dict[str, Any] = {**factories.everybody(club, director), "nobody": AnonymousUser()}
    outcomes = {
        (name, role): outcome(name, scene, people[role])
        for turn, (name, may) in enumerate(WHO_MAY.items())
        for role in who_try(turn, may, people)
    }
    if not DEEP:
        assert {role for _name, role in outcomes} == set(people), "each role has its turn"
    misses = [
        f"{role}: {name}: {outcome_}, but {'may' if role in WHO_MAY[name] else 'may not'}"
        for (name, role), outcome_ in outcomes.items()
        if (outcome_ != "not allowed") != (role in WHO_MAY[name])
    ]
    assert not misses, "\n".join(misses)
    refused = {name for (name, _role), outcome_ in outcomes.items() if outcome_ == "refused"}
    assert refused == OUT_OF_PLACE


ASSISTS = {Action.PAIR, Action.CHECK_IN, Action.ENTER_RESULT, Action.RULE, Action.CORRECT, Action.VIEW_DRAFTS}


def test_every_role_has_its_actions(division: Division, club: Club, director: User) -> None:
    people = factories.everybody(club, director)
    assert {role: actions_in(user, division.event) for role, user in people.items()} == {
        "director": frozenset(Action),
        "assistant": ASSISTS,
        "scorer": {Action.CHECK_IN, Action.ENTER_RESULT, Action.VIEW_DRAFTS},
        "word_judge": {Action.RULE, Action.VIEW_DRAFTS},
        "check_in": {Action.CHECK_IN, Action.VIEW_DRAFTS},
        "officer": {Action.MANAGE_PLAYERS},
        "ratings_officer": {Action.MANAGE_RATINGS, Action.VIEW_DRAFTS},
        "member": frozenset(),
        "outsider": frozenset(),
    }
    assert actions_in(AnonymousUser(), division.event) == frozenset()


SEES_DRAFTS = {
    "director": True,
    "assistant": True,
    "scorer": True,
    "word_judge": True,
    "check_in": True,
    "officer": False,
    "ratings_officer": True,
    "member": False,
    "outsider": False,
    "nobody": False,
    "superuser": True,
}


def is_reached(path: Path[Any], visitor: Visitor) -> bool:
    """Whether the visitor finds what has this address."""
    try:
        reach(path, visitor)
    except Http404:
        return False
    return True


def everyone(club: Club, director: User) -> dict[str, Visitor]:
    return {
        **factories.everybody(club, director),
        "nobody": AnonymousUser(),
        "superuser": User.objects.create_superuser("root"),
    }


def test_events_in_preparation_are_for_officials(division: Division, club: Club, director: User) -> None:
    people = everyone(club, director)
    event = division.event
    assert {who: may_see_event(user, event) for who, user in people.items()} == SEES_DRAFTS
    assert {who: Event.objects.filter(visible_events(user)).exists() for who, user in people.items()} == SEES_DRAFTS
    for who, user in people.items():
        assert list(events_of(club, user)) == ([event] if SEES_DRAFTS[who] else [])
        assert is_reached(EventPath(event.slug), user) == SEES_DRAFTS[who]


def test_running_events_are_public_their_draft_rounds_are_not(scene: Scene, club: Club, director: User) -> None:
    people = everyone(club, director)
    public, draft = (RoundPath(scene.event.slug, scene.division.slug, number) for number in (1, 2))
    assert all(reach(public, user) == scene.first for user in people.values())
    assert {who: is_reached(draft, user) for who, user in people.items()} == SEES_DRAFTS


def test_a_pairing_is_reached_only_through_its_own_event(scene: Scene, club: Club, director: User) -> None:
    game = factories.games(scene.first)[0]
    drafted = factories.games(scene.draft)[0]
    other = factories.division(club, director)
    nobody = AnonymousUser()
    assert reach(PairingPath(scene.event.slug, game.pairing_id), nobody).pk == game.pairing_id
    for slug, pairing_id in (
        (other.event.slug, game.pairing_id),
        (scene.event.slug, drafted.pairing_id),
        (scene.event.slug, 0),
    ):
        assert not is_reached(PairingPath(slug, pairing_id), nobody)
