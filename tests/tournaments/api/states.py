"""The states in which the site takes what is sent: for the operations that are refused in the scene as it is."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta

from django.utils import timezone

from clubs.models import Club, User
from leagues.inputs import LeagueInput
from leagues.services.leagues import create_league
from lexicon.services import install_shipped
from ratings.services.pools import create_pool
from registration.inputs import SettingsInput
from registration.models import Registration
from registration.services.desk import save_settings, say_who
from registration.services.notices import page_of
from tests import factories
from tests.tournaments.api.test_access import Scene, registered
from tests.walk import undone
from tournaments.inputs.check_in import CheckInInput
from tournaments.models import Division, Event, Result, Round, Submission
from tournaments.services.entries.leaving import withdraw_entry
from tournaments.services.entries.roster import import_roster
from tournaments.services.entries.roster_lines import RosterRow
from tournaments.services.events.events import add_division, finish_event
from tournaments.services.feed.following import follow
from tournaments.services.hall.check_in import set_up_check_in
from tournaments.services.rounds import rolling
from tournaments.services.rounds.constraints import lock_pair
from tournaments.services.rounds.pairing import draft_round
from tournaments.services.rounds.publish import publish_round
from webhooks.models import WebhookDelivery

#: Brings the scene into a state; its addresses become those of the rows that an operation is then about.
State = Callable[[Scene], None]
_STATES: dict[str, State] = {}


def as_it_is(_scene: Scene) -> None:
    """The scene as it is."""


def state_for(operation: str) -> State:
    """The state that an operation needs, by its name."""
    return _STATES.get(operation, as_it_is)


@contextmanager
def brought_into(scene: Scene, state: State) -> Iterator[Scene]:
    """A scene of its own in this state; it is as before at the end."""
    own = replace(scene, address={**scene.address})
    with undone():
        state(own)
        yield own


def before(*operations: str) -> Callable[[State], State]:
    """These operations need the state."""

    def declare(state: State) -> State:
        _STATES.update(dict.fromkeys(operations, state))
        return state

    return declare


def _director(scene: Scene) -> User:
    return scene.people["director"]


def _event(scene: Scene) -> Event:
    return scene.division.event


def _club(scene: Scene) -> Club:
    return _event(scene).club


def _round(scene: Scene, number: int) -> Round:
    return Round.objects.select_related("division__event").get(division=scene.division, number=number)


def _look_at(scene: Scene, round_: Round, table: int = 0) -> None:
    """The addresses are those of a round and of a game of it."""
    line = factories.games(round_)[table]
    scene.address |= {"number": round_.number, "version": round_.version, "pairing": line.pairing_id}
    scene.address |= {"entry": line.first.entry_id, "opponent": line.second.entry_id}


@before("draft_round", "pair_by_hand", "lock_pair", "finish_event")
def played(scene: Scene) -> None:
    """All games of round 1 are played."""
    for line in factories.games(_round(scene, 1))[1:]:
        factories.agree(line.pairing_id)
    scene.address["number"] = 2


@before("unlock_pair")
def locked(scene: Scene) -> None:
    """Two players are locked for round 2."""
    played(scene)
    first, second = scene.address["entry"], scene.address["opponent"]
    lock_pair(actor=_director(scene), division=scene.division, number=2, first=first, second=second)


@before("swap_seats", "discard_draft", "publish_round", "start_rounds")
def drafted(scene: Scene) -> None:
    """Round 2 is a draft."""
    played(scene)
    _look_at(scene, draft_round(actor=_director(scene), division=scene.division, number=2))


@before("swap_players")
def at_two_tables(scene: Scene) -> None:
    """Round 2 is a draft; the two players do not play each other."""
    drafted(scene)
    scene.address["opponent"] = factories.games(_round(scene, 2))[1].first.entry_id


@before("unpublish_round")
def published(scene: Scene) -> None:
    """Round 2 is published."""
    drafted(scene)
    draft = _round(scene, 2)
    _look_at(scene, publish_round(actor=_director(scene), round_id=draft.pk, expected_version=draft.version))


@before("reopen_event")
def finished(scene: Scene) -> None:
    """The event is finished."""
    played(scene)
    finish_event(actor=_director(scene), event=_event(scene))


@before("delete_event")
def not_published(scene: Scene) -> None:
    """An event has no published round."""
    scene.address["event"] = factories.division(_club(scene), _director(scene)).event.slug


@before("release_event")
def private(scene: Scene) -> None:
    """The event is for officials only, as one from a backup."""
    Event.objects.filter(pk=_event(scene).pk).update(private=True)


@before("enter_result", "report_own_game", "give_table_time")
def playing(scene: Scene) -> None:
    """The game is one that goes on."""
    _look_at(scene, _round(scene, 1), table=1)
    scene.address["link"] = factories.own_slip(scene.address["pairing"]).split("/")[2]


@before("confirm_reported")
def reported(scene: Scene) -> None:
    """One player has reported the game."""
    playing(scene)
    factories.report(scene.address["pairing"], "first", 431, 389)
    scene.address["version"] = Result.objects.get(pairing=scene.address["pairing"]).version


@before("undo_entry")
def entered(scene: Scene) -> None:
    """The director has entered the result of the game."""
    playing(scene)
    factories.report(scene.address["pairing"], "official", 431, 389, actor=_director(scene))
    scene.address["report"] = Submission.objects.latest("pk").pk


@before("rule_result")
def confirmed(scene: Scene) -> None:
    """The version is that of the confirmed result."""
    scene.address["version"] = Result.objects.get(pairing=scene.pairing).version


def _add_division(scene: Scene, **values: object) -> Division:
    added = add_division(actor=_director(scene), event=_event(scene), data=factories.division_data(name="B", **values))
    scene.address["division"] = added.slug
    return added


@before("set_seeds", "pin_ratings", "seed_ratings", "delete_entry")
def not_begun(scene: Scene) -> None:
    """A division has players, and nothing is paired."""
    added = _add_division(scene, rating_pool_id=scene.division.rating_pool_id)
    rows = [RosterRow(name=name, line=line) for line, name in enumerate(("Abena Quill", "Bartosz Vane"), start=1)]
    first, second = import_roster(actor=_director(scene), division=added, rows=rows)
    scene.address |= {"entry": first.pk, "opponent": second.pk, "number": 1}


@before("say_who_goes_on")
def level(scene: Scene) -> None:
    """A match of a knock-out has ended level."""
    not_begun(scene)
    added = Division.objects.get(event=_event(scene), slug=scene.address["division"])
    draft = draft_round(actor=_director(scene), division=added, number=1, system="elimination")
    _look_at(scene, publish_round(actor=_director(scene), round_id=draft.pk, expected_version=draft.version))
    factories.agree(scene.address["pairing"], 400, 400)


def _queueing(scene: Scene) -> tuple[Division, list[int]]:
    not_begun(scene)
    night = Division.objects.get(event=_event(scene), slug=scene.address["division"])
    factories.change(night, rolling=True)
    entries = [scene.address["entry"], scene.address["opponent"]]
    rolling.join(actor=_director(scene), division=night, entries=entries)
    return night, entries


@before("switch_queue", "join_queue", "hold_in_queue", "pair_queue", "leave_queue")
def queueing(scene: Scene) -> None:
    """Two players wait in the queue of a division with rolling pairing."""
    _queueing(scene)


@before("take_apart")
def playing_from_queue(scene: Scene) -> None:
    """The two from the queue play each other."""
    night, entries = _queueing(scene)
    scene.address["game"] = rolling.pair_two(actor=_director(scene), division=night, entries=entries).pk


@before("rule_word")
def word_basket(scene: Scene) -> None:
    """A division plays Word Basket."""
    nouns = install_shipped(slug="ja")
    _add_division(scene, game="wordbasket", rules_slug="word-basket", lexicon_version_id=nouns.pk)


@before("move_registration")
def with_division_b(scene: Scene) -> None:
    """There is a division B, which is not the one of the address."""
    _add_division(scene)
    scene.address["division"] = scene.division.slug


@before("return_entry")
def withdrawn(scene: Scene) -> None:
    """The player has withdrawn."""
    entry = scene.division.entries.get(pk=scene.address["entry"])
    withdraw_entry(actor=_director(scene), entry=entry, after_round=1)


@before("change_feed")
def followed(scene: Scene) -> None:
    """The event follows a file."""
    address, parts = "https://scores.example.org/tourney.js", {scene.division.pk: "A"}
    follow(actor=_director(scene), event=_event(scene), address=address, parts=parts)


@before("check_players_in", "mark_no_shows", "withdraw_no_show")
def checking_in(scene: Scene) -> None:
    """Check-in is open."""
    set_up_check_in(actor=_director(scene), event=_event(scene), data=CheckInInput())


@before("register")
def registering(scene: Scene) -> None:
    """Registration is open."""
    settings = SettingsInput(is_open=True, late_entries=True)
    save_settings(actor=_director(scene), event=_event(scene), data=settings)


@before(
    "accept_registrations",
    "refuse_registrations",
    "cancel_registrations",
    "mark_fees",
    "send_back_registration",
    "correct_registration",
)
def applied(scene: Scene) -> None:
    """Two people wait for approval."""
    two = [registered(scene.division, name) for name in ("Ann Reed", "Bo Marsh")]
    Registration.objects.filter(pk__in=[one.pk for one in two]).update(state=Registration.State.APPLIED)
    scene.address |= {"person": two[0].pk, "companion": two[1].pk}
    scene.address["registration"] = page_of(two[0].group).split("/")[2]


@before("accept_offer", "decline_offer")
def offered(scene: Scene) -> None:
    """The person is offered a place."""
    applied(scene)
    Registration.objects.filter(pk=scene.address["person"]).update(
        state=Registration.State.OFFERED, offered_until=timezone.now() + timedelta(hours=48)
    )


@before("grant_pairing_request")
def known(scene: Scene) -> None:
    """It is known who registered."""
    say_who(actor=_director(scene), event=_event(scene), registration_id=scene.address["person"], same_as=0)


@before("create_season")
def without_season(scene: Scene) -> None:
    """A league has no season."""
    league = create_league(actor=_director(scene), club=_club(scene), data=LeagueInput(name="Thursday ladder"))
    scene.address["league"] = league.slug


@before("choose_division_pools")
def with_second_pool(scene: Scene) -> None:
    """The club has a second rating list."""
    create_pool(actor=_director(scene), club=_club(scene), name="Club nights", slug="harbour-club-nights")


@before("send_webhook_delivery_again")
def not_delivered(scene: Scene) -> None:
    """A delivery was given up."""
    WebhookDelivery.objects.filter(pk=scene.address["delivery"]).update(state=WebhookDelivery.State.FAILED)
