"""Private links: addresses that open one thing to anyone who has them, without an account.

Slips, personal links, the results kiosk, judge tablets and table cards are kinds of them. One link of a thing is live at a time.

A key is 128 bits of HMAC-SHA256 over what it opens and a nonce. The row keeps the nonce and the key's SHA-256, so that the key can be
shown again without being stored, and is looked up by its hash: the time that takes says nothing about other keys. To end an address its
row is closed; the next one has another nonce.
"""

import base64
import hashlib
import secrets
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac

_KEY_BYTES = 16
#: No key is longer: a longer text is not even hashed.
_MAX_TYPED = 64


@dataclass(frozen=True, slots=True)
class KeyMaker:
    """The keys of one kind of address; ``salt`` separates them from every other kind."""

    salt: str

    def make(self, subject: object) -> tuple[str, str]:
        """A new key for what it opens (an id, or a name for it): what a row stores of it, the nonce and the key's hash."""
        nonce = secrets.token_hex(16)
        return nonce, _hash(self._key(subject, nonce, settings.SECRET_KEY))

    def rebuild(self, subject: object, nonce: str, key_hash: str) -> str | None:
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


def link_constraints(prefix: str, of: str, *, one: str = "one_live") -> list[models.BaseConstraint]:
    """No key twice, and one live link of what the field ``of`` names."""
    return [
        models.UniqueConstraint(fields=["key_hash"], name=f"{prefix}_key_once"),
        models.UniqueConstraint(
            fields=[of], condition=models.Q(ended_at__isnull=True), name=f"{prefix}_{one}_per_{of}"
        ),
    ]


class Link(models.Model):
    """A private link. ``kind`` separates its keys from every other kind; ``opens`` names the field of what it opens."""

    kind: ClassVar[str]
    opens: ClassVar[str]

    nonce = models.CharField(max_length=32)
    key_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} of {getattr(self, self.opens)}"

    @classmethod
    def fresh(cls, **fields: Any) -> Self:
        """A new link with a new key, not yet saved."""
        link = cls(**fields)
        link.nonce, link.key_hash = KeyMaker(cls.kind).make(getattr(link, cls.opens))
        return link

    @classmethod
    def live(cls, **of: Any) -> models.QuerySet[Self]:
        """The links of these things that have not ended."""
        return cls._default_manager.filter(ended_at=None, **of)

    @classmethod
    def of_key(cls, typed: str) -> models.QuerySet[Self]:
        """The link with this key, live or ended; looked up by its hash."""
        key_hash = hash_typed(typed)
        return cls._default_manager.filter(key_hash=key_hash) if key_hash else cls._default_manager.none()

    @property
    def key(self) -> str | None:
        """The key: 26 letters and digits (128 bits). None when the server's secret has been changed since."""
        return KeyMaker(self.kind).rebuild(getattr(self, self.opens), self.nonce, self.key_hash)

    def end(self) -> None:
        """Let the address end."""
        self.ended_at = timezone.now()
        self.save(update_fields=["ended_at"])
