"""Private links: addresses that open one thing to whoever has them, without an account.

Slips, personal links, the results kiosk, judge tablets and table cards are kinds of them. A key is made from the server's secret
(``clubs.keys``), only its hash is stored, and it can be shown again. One link of a thing is live at a time; ended is ended.
"""

from typing import Any, ClassVar, Self

from django.db import models
from django.utils import timezone

from clubs.keys import KeyMaker, hash_typed


class Link(models.Model):
    """A private link. ``kind`` keeps its keys apart from those of every other kind; ``opens`` names the field of what it opens."""

    kind: ClassVar[str]
    opens: ClassVar[str]

    nonce = models.CharField(max_length=32)
    key_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    @classmethod
    def fresh(cls, **fields: Any) -> Self:
        """A new link with a new key, not yet saved."""
        link = cls(**fields)
        made = KeyMaker(cls.kind).make(getattr(link, cls.opens))
        link.nonce, link.key_hash = made.nonce, made.key_hash
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
        return KeyMaker(self.kind).again(getattr(self, self.opens), self.nonce, self.key_hash)

    def end(self) -> None:
        """Let the address end."""
        self.ended_at = timezone.now()
        self.save(update_fields=["ended_at"])
