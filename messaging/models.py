"""News of an event, who wants to be told what and where, what was told, and to whom it was sent.

What there is to tell (``Message``) is written in the transaction in which it happens; a job finds out who asked for it and writes one
``Delivery`` for each of them, which a constraint allows once.
"""

import re

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.links import Link
from clubs.models import Player
from mail.models import Mail
from messaging.kinds import ALL_TOPICS, KINDS, kind_choices
from registration.models import Registration, RegistrationGroup
from tournaments.models import Entry, Event

MAX_NEWS = 2000
_ADDRESS = re.compile(r"[^\s<>{}'\"]+@[^\s<>{}'\"]+")
#: Of the address that a browser's push service gives out.
MAX_ENDPOINT = 1000


class News(models.Model):
    """What the directors tell everybody at an event; shown on its page from then on."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="news")
    text = models.CharField(_("news"), max_length=MAX_NEWS)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.CheckConstraint(condition=~Q(text=""), name="news_has_text")]

    def __str__(self) -> str:
        return self.text[:60]


class Channel(models.TextChoices):
    """How a message gets to somebody."""

    MAIL = "mail", _("email")
    PUSH = "push", _("notification")


def mark_of(to: str) -> str:
    """What an address is compared by; it does not give the address away."""
    return salted_hmac("messaging.address", to.strip().casefold(), algorithm="sha256").hexdigest()


class Address(models.Model):
    """Where somebody wants to be told: an email address or a browser.

    It belongs to a player at an event (asked for on the own page), to those who registered with one form, or to an account, for all of
    its players. ``refused_at``: when the mail server refused the address for good.
    """

    event = models.ForeignKey(Event, null=True, on_delete=models.CASCADE, related_name="addresses")
    player = models.ForeignKey(Player, null=True, on_delete=models.CASCADE, related_name="addresses")
    group = models.ForeignKey(RegistrationGroup, null=True, on_delete=models.CASCADE, related_name="addresses")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="addresses")
    channel = models.CharField(max_length=4, choices=Channel.choices)
    to = models.CharField(max_length=MAX_ENDPOINT)
    mark = models.CharField(max_length=64, editable=False)
    push_key = models.CharField(max_length=120, blank=True, default="", help_text="The browser's public key.")
    push_secret = models.CharField(max_length=60, blank=True, default="")
    device = models.CharField(max_length=60, blank=True, default="")
    language = models.CharField(max_length=20, blank=True, default="")
    refused_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(event__isnull=False, player__isnull=False, group__isnull=True, user__isnull=True)
                | Q(event__isnull=True, player__isnull=True, group__isnull=False, user__isnull=True)
                | Q(event__isnull=True, player__isnull=True, group__isnull=True, user__isnull=False),
                name="address_has_one_owner",
            ),
            models.UniqueConstraint(
                fields=["event", "player", "channel", "mark"],
                condition=Q(player__isnull=False),
                name="address_once_per_player",
            ),
            models.UniqueConstraint(
                fields=["group", "channel", "mark"], condition=Q(group__isnull=False), name="address_once_per_group"
            ),
            models.UniqueConstraint(
                fields=["user", "channel", "mark"], condition=Q(user__isnull=False), name="address_once_per_user"
            ),
            models.CheckConstraint(
                condition=Q(channel="mail", push_key="", push_secret="")
                | Q(channel="push") & ~Q(push_key="") & ~Q(push_secret=""),
                name="address_push_has_keys",
            ),
            models.CheckConstraint(condition=~Q(to="") & ~Q(mark=""), name="address_is_complete"),
        ]
        indexes = [models.Index(fields=["mark"], name="address_mark")]

    def __str__(self) -> str:
        return f"{self.channel} address {self.pk}"


class Subscription(models.Model):
    """This address wants to be told about this."""

    address = models.ForeignKey(Address, on_delete=models.CASCADE, related_name="subscriptions")
    topic = models.CharField(max_length=10, choices=[(topic.value, label) for topic, label in ALL_TOPICS.items()])

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["address", "topic"], name="subscription_topic_once"),
            models.CheckConstraint(
                condition=Q(topic__in=sorted(topic.value for topic in ALL_TOPICS)), name="subscription_known_topic"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.address_id}: {self.topic}"


class UnsubscribeLink(Link):
    """The address in each mail that ends such mails, without signing in."""

    kind, opens = "messaging.unsubscribe", "address_id"
    address = models.ForeignKey(Address, on_delete=models.CASCADE, related_name="links")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["key_hash"], name="unsubscribe_link_key_once"),
            models.UniqueConstraint(
                fields=["address"], condition=Q(ended_at__isnull=True), name="unsubscribe_link_one_live_per_address"
            ),
        ]

    def __str__(self) -> str:
        return f"unsubscribe link of {self.address_id}"


class Message(models.Model):
    """Something to tell at an event. ``about``: what it is about; the same kind may be told of it again as a later ``version``.

    ``data``: what its words need and the database no longer knows. ``spread_at``: when everybody who asked for it had a delivery.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="told_messages")
    kind = models.CharField(max_length=30, choices=kind_choices())
    about = models.CharField(max_length=100)
    version = models.PositiveIntegerField(default=1)
    data = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now)
    spread_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["kind", "about", "version"], name="message_told_once"),
            models.CheckConstraint(condition=Q(kind__in=sorted(KINDS)), name="message_known_kind"),
            models.CheckConstraint(condition=~Q(about="") & Q(version__gte=1), name="message_is_about_something"),
        ]
        indexes = [models.Index(fields=["about"], name="message_about")]

    def __str__(self) -> str:
        return f"{self.kind} {self.about}/{self.version}"


class Delivery(models.Model):
    """A message to one person by one channel; a line of the log of what was sent.

    ``person``: whom it is about ("entry:7"); "" for what is told to each address once. ``mark``: the address, as compared. A mail's own row
    says what became of it; ``state``, ``tries`` and ``error`` are those of a notification.
    """

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("mail", "Waiting")
        SENT = "sent", _("Sent")
        FAILED = "failed", _("Not delivered")

    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="deliveries")
    person = models.CharField(max_length=40, blank=True, default="")
    entry = models.ForeignKey(Entry, null=True, on_delete=models.SET_NULL, related_name="+")
    registration = models.ForeignKey(Registration, null=True, on_delete=models.SET_NULL, related_name="+")
    channel = models.CharField(max_length=4, choices=Channel.choices)
    mark = models.CharField(max_length=64)
    address = models.ForeignKey(Address, null=True, on_delete=models.SET_NULL, related_name="deliveries")
    mail = models.OneToOneField(Mail, null=True, on_delete=models.SET_NULL, related_name="delivery")
    title = models.CharField(max_length=300, blank=True, default="")
    text = models.CharField(max_length=2000, blank=True, default="")
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=300, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["message", "person", "channel", "mark"], name="delivery_sent_once"),
            models.CheckConstraint(condition=Q(channel__in=["mail", "push"]), name="delivery_known_channel"),
            models.CheckConstraint(
                condition=Q(state="sent", sent_at__isnull=False)
                | Q(state__in=["waiting", "failed"], sent_at__isnull=True),
                name="delivery_sent_has_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.message_id} to {self.person} by {self.channel}"

    @property
    def why(self) -> str:
        """What stood in the way the last time, as the server said it, without the address."""
        said = self.mail.error if self.mail is not None else self.error
        return _ADDRESS.sub("…", said)[:200]


class PushKey(models.Model):
    """The site's own key pair, by which push services know who sends. Made when it is first needed; there is one."""

    number = models.PositiveSmallIntegerField(primary_key=True, default=1)
    private_pem = models.TextField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(number=1), name="push_key_is_one"),
            models.CheckConstraint(condition=~Q(private_pem=""), name="push_key_is_there"),
        ]

    def __str__(self) -> str:
        return "the site's push key"
