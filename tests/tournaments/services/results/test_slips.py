"""Table links: made from the secret, stored as hashes, revocable."""

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from audit.models import ActionLog
from clubs.models import User
from tests import factories
from tests.walk import check_each
from tournaments.errors import SlipNotFoundError, SlipRevokedError, TournamentError
from tournaments.models import Division, Pairing, SlipLink
from tournaments.services.results.slips import find_pairing, revoke_link, slip_key
from tournaments.services.rounds.publish import unpublish_round


@pytest.fixture
def link(running: Division) -> SlipLink:
    return SlipLink.objects.order_by("pk")[0]


def test_a_key_has_128_bits_and_is_stored_nowhere(link: SlipLink) -> None:
    key = slip_key(link)
    assert len(key) == 26
    assert key.isalnum()
    assert key not in {link.nonce, link.key_hash}
    assert slip_key(SlipLink.objects.get(pk=link.pk)) == key, "a slip can be printed again"


def test_keys_differ(running: Division) -> None:
    keys = {slip_key(link) for link in SlipLink.objects.all()}
    assert len(keys) == 3


def test_a_key_finds_its_pairing_in_any_case_in_two_queries(link: SlipLink) -> None:
    key = slip_key(link)
    with CaptureQueriesContext(connection) as captured:
        pairing = find_pairing(f" {key.upper()} ")
        assert pairing.pk == link.pairing_id
        assert pairing.round.division.event.club.name == "Harbour"
        assert len(pairing.seats.all()) == 2
    assert len(captured) == 2


def test_other_keys_find_nothing(running: Division) -> None:
    def check(key: str) -> None:
        with pytest.raises(SlipNotFoundError, match="No slip"):
            find_pairing(key)

    check_each(["", "a", "x" * 26, "x" * 100_000, "../..", "é", "\x00"], check)


def test_a_revoked_key_says_so_and_the_new_one_works(link: SlipLink, director: User) -> None:
    old = slip_key(link)
    fresh = revoke_link(actor=director, pairing=link.pairing, reason="Lost.")
    with pytest.raises(SlipRevokedError, match="replaced"):
        find_pairing(old)
    assert find_pairing(slip_key(fresh)).pk == link.pairing_id
    assert SlipLink.objects.filter(pairing=link.pairing, ended_at__isnull=True).count() == 1
    assert ActionLog.objects.get(verb="slip.replaced").reason == "Lost."


def test_the_key_of_an_unpublished_round_finds_nothing(link: SlipLink, running: Division, director: User) -> None:
    key, round_ = slip_key(link), running.rounds.get()
    unpublish_round(actor=director, round_id=round_.pk, expected_version=round_.version, reason="Wrong room.")
    with pytest.raises(SlipNotFoundError):
        find_pairing(key)


def test_after_a_change_of_the_secret_printed_links_work_but_cannot_be_printed_again(
    link: SlipLink, settings: Settings
) -> None:
    key, old = slip_key(link), settings.SECRET_KEY
    settings.SECRET_KEY = "another secret that is long enough for everything"
    assert find_pairing(key).pk == link.pairing_id
    with pytest.raises(TournamentError, match="a different server key"):
        slip_key(link)
    settings.SECRET_KEY_FALLBACKS = [old]
    assert slip_key(link) == key


def test_a_bye_has_no_slip(division: Division, director: User) -> None:
    bye = factories.start(division, director, 3).pairings.get(kind=Pairing.Kind.BYE)
    with pytest.raises(TournamentError, match="Only games"):
        revoke_link(actor=director, pairing=bye)


def test_only_officials_revoke_links(link: SlipLink) -> None:
    with pytest.raises(PermissionDenied):
        revoke_link(actor=factories.user("visitor"), pairing=link.pairing)
