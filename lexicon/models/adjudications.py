"""Adjudications of the word judge, and the desks where they are made."""

from collections.abc import Iterable
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length
from django.db.models.lookups import Exact
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.links import Link, link_constraints
from core.constraints import filled, one_of
from core.errors import AppendOnlyError


class AppendOnly(models.QuerySet["Adjudication"]):
    """Rows that are added, read, and nothing else."""

    def update(self, **_kwargs: Any) -> int:
        """Refused."""
        raise AppendOnlyError("an adjudication is never changed; an overruling is another row")

    def delete(self) -> tuple[int, dict[str, int]]:
        """Refused."""
        raise AppendOnlyError("an adjudication is never deleted")


class JudgeTablet(Link):
    """A tablet or a table's card that may judge words without signing in.

    ``scope`` is what it judges for, in the words of the app that opened it ("division:12").
    """

    kind, opens = "lexicon.judge", "scope"
    club = models.ForeignKey("clubs.Club", on_delete=models.PROTECT, related_name="judge_tablets")
    scope = models.CharField(max_length=80)
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [
            *link_constraints("judgetablet", "scope", one="one_open"),
            filled("judgetablet_has_scope", "scope"),
        ]

    def __str__(self) -> str:
        return f"judge of {self.scope}"


class Adjudication(models.Model):
    """One entry of the judge's log: a verdict, an appeal against it, or the director's decision on it.

    ``scope`` names the game or event in the words of the app above ("pairing:7"), ``place`` the same for people.
    The edition's label and checksum are kept beside the link: they are what was in force, whatever happens to the row.
    ``rechecked`` is what the server's own look-up says of a verdict that a tablet gave while it was offline.
    """

    class Kind(models.TextChoices):
        VERDICT = "verdict", _("adjudication")
        APPEAL = "appeal", _("appeal")
        OVERRULING = "overruling", _("director's decision")

    club = models.ForeignKey("clubs.Club", on_delete=models.PROTECT, related_name="adjudications")
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.VERDICT)
    refers_to = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="followed_by")
    scope = models.CharField(max_length=80)
    place = models.CharField(_("place"), max_length=200)
    challenger = models.CharField(_("challenger"), max_length=80, blank=True)
    words = models.JSONField(_("words"), default=list)
    version = models.ForeignKey(
        "lexicon.LexiconVersion", null=True, on_delete=models.PROTECT, related_name="adjudications"
    )
    edition = models.CharField(_("dictionary"), max_length=200)
    checksum = models.CharField(_("checksum"), max_length=64)
    rule = models.CharField(_("challenge rule"), max_length=30)
    acceptable = models.BooleanField(_("acceptable"), null=True)
    rechecked = models.BooleanField(null=True)
    out_play = models.BooleanField(_("last play of the game"), default=False)
    consequence = models.TextField(_("consequence"), blank=True)
    outcome = models.JSONField(default=dict)
    reason = models.TextField(_("reason"), max_length=2000, blank=True)
    official = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    client_token = models.CharField(max_length=40)
    is_offline = models.BooleanField(_("adjudicated offline"), default=False)
    decided_at = models.DateTimeField(_("decided"), default=timezone.now)
    created_at = models.DateTimeField(default=timezone.now)

    objects = AppendOnly.as_manager()

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["scope"], name="lexicon_adjudication_scope")]
        constraints = [
            models.UniqueConstraint(fields=["club", "client_token"], name="lexicon_adjudication_token_once"),
            one_of("lexicon_adjudication_known_kind", "kind", ["verdict", "appeal", "overruling"]),
            models.CheckConstraint(
                condition=Q(kind="verdict", refers_to__isnull=True) | (~Q(kind="verdict") & Q(refers_to__isnull=False)),
                name="lexicon_adjudication_follows_a_verdict",
            ),
            models.CheckConstraint(
                condition=Q(kind="appeal", acceptable__isnull=True) | (~Q(kind="appeal") & Q(acceptable__isnull=False)),
                name="lexicon_adjudication_decides_unless_appeal",
            ),
            models.CheckConstraint(condition=Q(kind="verdict") | ~Q(reason=""), name="lexicon_adjudication_has_reason"),
            filled("lexicon_adjudication_has_token", "client_token"),
            models.CheckConstraint(condition=~Q(scope="") & ~Q(place=""), name="lexicon_adjudication_has_place"),
            models.CheckConstraint(
                condition=Exact(Length("checksum"), 64), name="lexicon_adjudication_checksum_sha256"
            ),
            models.CheckConstraint(
                condition=Q(refers_to__isnull=True) | ~Q(refers_to=F("pk")),
                name="lexicon_adjudication_not_about_itself",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.place}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the row. Raises AppendOnlyError for one that is stored."""
        if not self._state.adding:
            raise AppendOnlyError("an adjudication is never changed; an overruling is another row")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> tuple[int, dict[str, int]]:
        """Refused."""
        raise AppendOnlyError("an adjudication is never deleted")

    @classmethod
    def standing(cls, rows: Iterable[Self]) -> Self | None:
        """The verdict that counts among a verdict and what followed it: the last decision, or the verdict."""
        decisions = sorted((row for row in rows if row.kind != cls.Kind.APPEAL), key=lambda row: row.pk)
        return decisions[-1] if decisions else None
