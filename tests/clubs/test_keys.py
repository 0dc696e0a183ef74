"""Keys of private addresses: made again from the secret, apart for every kind, looked up by their hash."""

import base64
import hashlib
import hmac

import pytest
from pytest_django import Settings

from clubs.links import KeyMaker, hash_typed

SLIPS, DESKS = KeyMaker("tournaments.slip"), KeyMaker("lexicon.judge")


def test_a_key_is_the_hmac_of_what_it_opens_and_a_nonce(settings: Settings) -> None:
    """Written out once more from RFC 2104: keys that are printed on paper go on working."""
    settings.SECRET_KEY = "the server's secret"
    nonce, key_hash = SLIPS.make(7)
    derived = hashlib.sha256(b"tournaments.slip" + b"the server's secret").digest()
    digest = hmac.new(derived, f"7:{nonce}".encode(), hashlib.sha256).digest()
    key = base64.b32encode(digest[:16]).decode().rstrip("=").lower()
    assert SLIPS.rebuild(7, nonce, key_hash) == key
    assert key_hash == hashlib.sha256(key.encode()).hexdigest()
    assert (len(key), key.isalnum()) == (26, True)


def test_a_key_opens_one_thing_only() -> None:
    nonce, key_hash = SLIPS.make(7)
    assert SLIPS.rebuild(8, nonce, key_hash) is None
    assert DESKS.rebuild(7, nonce, key_hash) is None
    assert SLIPS.make(7) != (nonce, key_hash)


def test_a_key_outlives_its_secret_while_that_is_a_fallback(settings: Settings) -> None:
    settings.SECRET_KEY = "old"
    nonce, key_hash = SLIPS.make(7)
    key = SLIPS.rebuild(7, nonce, key_hash)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", ["old"]
    assert SLIPS.rebuild(7, nonce, key_hash) == key
    settings.SECRET_KEY_FALLBACKS = []
    assert SLIPS.rebuild(7, nonce, key_hash) is None


@pytest.mark.parametrize("typed", ["", "   ", "x" * 65])
def test_what_cannot_be_a_key_has_no_hash(typed: str) -> None:
    assert hash_typed(typed) is None


def test_a_key_may_be_typed_in_any_case_with_spaces_around() -> None:
    assert hash_typed(" ABC ") == hash_typed("abc") == hashlib.sha256(b"abc").hexdigest()
