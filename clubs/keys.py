"""Private addresses: keys made from the server's secret, stored as hashes, printed again whenever they are wanted.

A key is 128 bits of HMAC-SHA256 over what it opens and a nonce. The row that it belongs to keeps the nonce and the key's SHA-256,
so that the key can be shown again without being stored, and is looked up by its hash: the time that takes says nothing about
other keys. To end an address its row is closed; the next one has another nonce.
"""

import base64
import hashlib
import secrets
from dataclasses import dataclass

from django.conf import settings
from django.utils.crypto import salted_hmac

_KEY_BYTES = 16
#: No key is longer: a longer text is not even hashed.
_MAX_TYPED = 64


@dataclass(frozen=True, slots=True)
class StoredKey:
    """What a row keeps of its key."""

    nonce: str
    key_hash: str


@dataclass(frozen=True, slots=True)
class KeyMaker:
    """The keys of one kind of address; ``salt`` keeps them apart from those of every other kind."""

    salt: str

    def make(self, subject: object) -> StoredKey:
        """A new key for what it opens (an id, or a name for it)."""
        nonce = secrets.token_hex(16)
        return StoredKey(nonce, _hash(self._key(subject, nonce, settings.SECRET_KEY)))

    def again(self, subject: object, nonce: str, key_hash: str) -> str | None:
        """The key of a row: 26 letters and digits. None when the server's secret has been changed since."""
        for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
            key = self._key(subject, nonce, secret)
            if _hash(key) == key_hash:
                return key
        return None

    def _key(self, subject: object, nonce: str, secret: str | bytes) -> str:
        digest = salted_hmac(self.salt, f"{subject}:{nonce}", secret=secret, algorithm="sha256").digest()
        return base64.b32encode(digest[:_KEY_BYTES]).decode().rstrip("=").lower()


def hash_typed(key: str) -> str | None:
    """The hash under which a key from an address is looked up; None for what cannot be a key."""
    cleaned = key.strip().lower()
    return _hash(cleaned) if 0 < len(cleaned) <= _MAX_TYPED else None


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
