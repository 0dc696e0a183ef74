"""Private links of every kind keep the same rules; a kind that is added is found here."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import models

from clubs.links import Link
from clubs.models import Club, User
from messaging.models import Address
from registration.models import RegistrationGroup
from tests import factories
from tests.walk import check_refused
from tournaments.models import Division, Pairing

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def kinds() -> dict[str, type[Link]]:
    """Every kind of link of which one thing has one; a role has as many as a director makes."""
    return {kind.kind: kind for kind in Link.__subclasses__() if kind._meta.managed and not kind._meta.abstract}


@pytest.fixture
def things(running: Division, director: User, club: Club) -> dict[str, dict[str, Any]]:
    """What a link of each kind opens, and what else its row needs."""
    game = Pairing.objects.get(pk=factories.games(running.rounds.get(number=1))[0].pairing_id)
    entry = running.entries.order_by("pk")[0]
    return {
        "tournaments.slip": {"pairing": game},
        "tournaments.personal": {"entry": entry},
        "tournaments.kiosk": {"event": running.event, "opened_by": director},
        "tournaments.event": {"event": running.event},
        "tournaments.laptop": {"event": running.event, "taken_by": director},
        "registration.group": {"group": RegistrationGroup.objects.create(event=running.event, client_token=uuid4())},
        "clubs.player_invitation": {"player": entry.player, "made_by": director},
        "messaging.unsubscribe": {
            "address": Address.objects.create(user=director, channel="mail", to="a@b.example", mark="a")
        },
        "lexicon.judge": {"club": club, "scope": f"division:{running.pk}", "opened_by": director},
    }


def test_every_kind_opens_one_thing_until_it_ends(things: dict[str, dict[str, Any]]) -> None:
    assert set(kinds()) == set(things), "say what the new kind opens"
    for name, fields in things.items():
        kind = kinds()[name]
        of = {key: value for key, value in fields.items() if key in {kind.opens, kind.opens.removesuffix("_id")}}
        for earlier in kind.live(**of):
            earlier.end()
        link = kind.fresh(**fields)
        link.save()
        key = link.key
        assert key is not None
        assert key not in {str(getattr(link, field.attname)) for field in kind._meta.concrete_fields}, "never stored"
        assert list(kind.of_key(f" {key.upper()} ")) == list(kind.live(**of)) == [link]
        for other in kinds().values():
            assert other is kind or not other.of_key(key).exists(), "a key of another kind"
        check_refused(
            {
                "a second live one": kind.fresh(**fields).save,
                "the key of another": kind(**fields, nonce="x", key_hash=link.key_hash, ended_at=link.created_at).save,
            }
        )
        link.end()
        assert not kind.live(**of).exists()
        assert kind.of_key(key).get().ended_at is not None
        assert not kind.of_key("x" * 65).exists()


def test_a_kind_is_added_by_naming_what_it_opens() -> None:
    """No table: a link that is not saved has its key already."""
    try:

        class ScreenLink(Link):
            """A wall display that may show drafts."""

            kind, opens = "tests.screen", "screen"
            screen = models.CharField(max_length=20)

            class Meta:
                app_label = "clubs"
                managed = False

        one, other = ScreenLink.fresh(screen="hall"), ScreenLink.fresh(screen="hall")
        assert one.key
        assert one.key != other.key
        one.screen = "café"
        assert one.key is None, "the key is of what it opens"
    finally:
        from django.apps import apps

        apps.all_models["clubs"].pop("screenlink", None)
        apps.clear_cache()
