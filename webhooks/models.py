"""Webhooks of clubs, what each asked to be told, and each delivery to one: a row in the transaction in which the fact was made.

A delivery keeps ids, not what is said: that is written when it is sent, from what is public then (``services.payload``), so that nothing
is sent that was taken back in between and no name stays here.
"""

import hashlib
import secrets
import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.models import Club
from core.constraints import filled, one_of
from core.outgoing import MAX_ADDRESS
from webhooks.kinds import TEST, TOPICS, topic_choices

MAX_NAME = 60
_SALT = "webhooks.secret"


class Webhook(models.Model):
    """An address of another program. ``failures``: tries in a row that failed, over all its deliveries.

    The secret is HMAC-SHA256 of a nonce with the server's key: the row keeps the nonce and the secret's hash, not the secret.
    """

    class Why(models.TextChoices):
        """Why nothing is sent."""

        BY_HAND = "by_hand", _("paused by a director")
        FAILURES = "failures", _("paused after too many failures")
        GONE = "gone", _("paused: the server says the address is gone")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    name = models.CharField(_("name"), max_length=MAX_NAME)
    address = models.CharField(_("address"), max_length=MAX_ADDRESS)
    nonce = models.CharField(max_length=32, editable=False)
    secret_hash = models.CharField(max_length=64, editable=False)
    failures = models.PositiveIntegerField(default=0)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_why = models.CharField(max_length=10, choices=Why.choices, blank=True, default="")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            filled("webhook_has_name", "name"),
            filled("webhook_has_address", "address"),
            models.UniqueConstraint(fields=["club", "address"], name="webhook_address_once_per_club"),
            models.CheckConstraint(
                condition=Q(paused_at__isnull=True, paused_why="")
                | Q(paused_at__isnull=False, paused_why__in=["by_hand", "failures", "gone"]),
                name="webhook_pause_has_reason",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def secret(self) -> bytes | None:
        """The secret's 32 bytes; None when the server's key has been changed since, and a new secret has to be made."""
        for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
            secret = salted_hmac(_SALT, self.nonce, secret=key, algorithm="sha256").digest()
            if hashlib.sha256(secret).hexdigest() == self.secret_hash:
                return secret
        return None

    def renew_secret(self) -> bytes:
        """Give it a new secret, not yet saved."""
        self.nonce = secrets.token_hex(16)
        secret = salted_hmac(_SALT, self.nonce, algorithm="sha256").digest()
        self.secret_hash = hashlib.sha256(secret).hexdigest()
        return secret


class WebhookTopic(models.Model):
    """This webhook is told of this."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="topics")
    topic = models.CharField(max_length=30, choices=topic_choices())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["webhook", "topic"], name="webhook_topic_once"),
            one_of("webhook_known_topic", "topic", sorted(TOPICS)),
        ]

    def __str__(self) -> str:
        return f"{self.webhook_id}: {self.topic}"


class WebhookDelivery(models.Model):
    """One fact for one webhook. ``about``: the ids of what it is about. ``status_code``: the last answer; None without one.

    ``due_at``: when it is tried next; while it is being sent, when another worker takes it over.
    """

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("mail", "Waiting")
        SENDING = "sending", _("Being sent")
        SENT = "sent", _("Sent")
        FAILED = "failed", _("Not delivered")
        DROPPED = "dropped", _("No longer public, not sent")

    class Trouble(models.TextChoices):
        """What stood in the way at the last try, besides an answer that says no."""

        PRIVATE = "private", _("The address is on a private network; nothing is sent there.")
        CERTIFICATE = "certificate", _("The address has no valid certificate.")
        TIME = "time", _("No answer in time.")
        CONNECTION = "connection", _("No connection.")
        REDIRECT = "redirect", _("The address redirects. Enter the address that it leads to.")
        ADDRESS = "address", _("Nothing can be sent to this address. Correct it.")
        KEY = "key", _("The server's key was changed. Make a new secret.")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    number = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    topic = models.CharField(max_length=30, choices=[*topic_choices(), (TEST, _("test"))])
    about = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    status_code = models.PositiveSmallIntegerField(null=True, blank=True)
    trouble = models.CharField(max_length=20, choices=Trouble.choices, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            one_of("webhook_delivery_known_topic", "topic", [*sorted(TOPICS), TEST]),
            one_of("webhook_delivery_known_state", "state", ["waiting", "sending", "sent", "failed", "dropped"]),
            one_of(
                "webhook_delivery_known_trouble",
                "trouble",
                ["", "private", "certificate", "time", "connection", "redirect", "address", "key"],
            ),
            models.CheckConstraint(
                condition=Q(state="sent", sent_at__isnull=False) | ~Q(state="sent") & Q(sent_at__isnull=True),
                name="webhook_delivery_sent_has_time",
            ),
        ]
        indexes = [models.Index(fields=["state", "due_at"], name="webhook_delivery_due")]

    def __str__(self) -> str:
        return f"{self.topic} to {self.webhook_id} ({self.state})"
