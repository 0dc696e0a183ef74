"""Registration for events: what the director asks for, how many places there are, and who asked for one.

A registration is what somebody typed. Once it is in, the person plays as an ordinary entry of the division, found by division and
player: nothing about it is stored twice.
"""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from clubs.links import Link, link_constraints
from clubs.models import Message, Player
from core.constraints import one_of
from tournaments.models import MAX_ABOUT, Division, Event

MAX_HOURS = 24 * 14
MAX_CAPACITY = 2000
MAX_TEXT = 2000
#: What the site itself writes as the answer to a registration: kept in English, shown in its reader's language.
OFFER_EXPIRED = gettext_noop("The offer was not answered in time.")
OFFER_DECLINED = gettext_noop("The offered place was declined.")
CANCELLED_BY_PLAYER = gettext_noop("Cancelled by the player.")
_BY_THE_SITE = frozenset({OFFER_EXPIRED, OFFER_DECLINED, CANCELLED_BY_PLAYER})


class RegistrationSettings(models.Model):
    """How people register for an event. ``fields``: whether each optional field is "hidden", "optional" or "required".

    ``offer_hours``: how long a place is kept for somebody from the waiting list who has to answer; 0: they are in at once.
    ``confirm_asked_at``: when the players were last asked to confirm their details.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, primary_key=True, related_name="registration")
    is_open = models.BooleanField(_("registration is open"), default=False)
    opens_at = models.DateTimeField(_("opens"), null=True, blank=True)
    closes_at = models.DateTimeField(_("closes"), null=True, blank=True)
    late_entries = models.BooleanField(_("late entries"), default=False)
    approval = models.BooleanField(_("approve each registration"), default=False)
    members_only = models.BooleanField(_("club players only"), default=False)
    offer_hours = models.PositiveSmallIntegerField(_("hours to answer an offer"), default=48)
    initials_of_minors = models.BooleanField(_("show minors by their initials"), default=True)
    accepts_pairing_requests = models.BooleanField(_("take pairing requests"), default=False)
    fields = models.JSONField(default=dict)
    consent = models.CharField(_("what players agree to"), max_length=MAX_TEXT, blank=True, default="")
    currency = models.CharField(_("currency"), max_length=3, blank=True, default="")
    confirm_asked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(opens_at__isnull=True) | Q(closes_at__isnull=True) | Q(opens_at__lt=F("closes_at")),
                name="registration_opens_before_it_closes",
            ),
            models.CheckConstraint(condition=Q(offer_hours__lte=MAX_HOURS), name="registration_offer_hours_in_range"),
        ]

    def __str__(self) -> str:
        return f"registration for {self.event_id}"


class DivisionPlaces(models.Model):
    """The places of a division and who may have one. ``capacity`` None: no limit. ``last_position``: of the queue."""

    division = models.OneToOneField(Division, on_delete=models.CASCADE, primary_key=True, related_name="places")
    capacity = models.PositiveSmallIntegerField(_("places"), null=True, blank=True)
    rating_min = models.PositiveSmallIntegerField(_("lowest rating"), null=True, blank=True)
    rating_max = models.PositiveSmallIntegerField(_("highest rating"), null=True, blank=True)
    fee = models.DecimalField(_("fee"), max_digits=8, decimal_places=2, null=True, blank=True)
    classes = models.CharField(_("classes"), max_length=300, blank=True, default="")
    last_position = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(capacity__isnull=True) | Q(capacity__lte=MAX_CAPACITY), name="places_capacity_in_range"
            ),
            models.CheckConstraint(
                condition=Q(rating_min__isnull=True) | Q(rating_max__isnull=True) | Q(rating_min__lte=F("rating_max")),
                name="places_ratings_in_order",
            ),
            models.CheckConstraint(condition=Q(fee__isnull=True) | Q(fee__gte=0), name="places_fee_not_negative"),
        ]

    def __str__(self) -> str:
        return f"places of {self.division_id}: {self.capacity}"


class RegistrationGroup(models.Model):
    """One form that was sent: one person, a family, a school. ``together``: they get places all at once or not at all.

    ``client_token``: made by the form, so that a form sent twice is one group.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="registration_groups")
    client_token = models.UUIDField()
    email = models.EmailField(_("email"), blank=True, default="")
    phone = models.CharField(_("phone"), max_length=40, blank=True, default="")
    note = models.CharField(_("message to the director"), max_length=MAX_TEXT, blank=True, default="")
    together = models.BooleanField(_("together or not at all"), default=False)
    language = models.CharField(max_length=20, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "client_token"], name="registration_group_token_once_per_event")
        ]

    def __str__(self) -> str:
        return f"group {self.pk}"


class RegistrationLink(Link):
    """The private address of those who registered with one form."""

    kind, opens = "registration.group", "group_id"
    group = models.ForeignKey(RegistrationGroup, on_delete=models.CASCADE, related_name="links")

    class Meta:
        constraints = link_constraints("registration_link", "group")


class Registration(models.Model):
    """One person who asked for a place in a division. ``position``: the place in its queue, by when they came.

    ``player``: who it is, once that is known; then the entry is the player's in the division. ``approved``: by a director.
    ``marked``: the fields that the director wants corrected, with ``answer`` as the words for it; show it by ``answer_text``.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("on the waiting list")
        APPLIED = "applied", _("awaiting approval")
        TO_CORRECT = "to_correct", _("returned for correction")
        OFFERED = "offered", _("offered a place")
        ENTERED = "entered", _("registered")
        REFUSED = "refused", _("refused")
        CANCELLED = "cancelled", _("cancelled")

    class Fee(models.TextChoices):
        OWED = "owed", _("owed")
        PAID = "paid", _("paid")
        COMPLIMENTARY = "complimentary", _("complimentary")

    class PairingRequest(models.TextChoices):
        NONE = "", _("no request")
        NOT_AGAINST = "not_against", _("not against this player")
        SAME_TRAVEL = "same_travel", _("travels with this player: not in the same game if possible")

    group = models.ForeignKey(RegistrationGroup, on_delete=models.CASCADE, related_name="registrations")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="registrations")
    position = models.PositiveIntegerField()
    state = models.CharField(max_length=12, choices=State.choices, default=State.WAITING)
    offered_until = models.DateTimeField(null=True, blank=True)
    approved = models.BooleanField(default=False)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="registrations")
    name = models.CharField(_("name"), max_length=80)
    name_key = models.CharField(max_length=80, editable=False, help_text="The name as it is compared.")
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    club = models.CharField(_("club"), max_length=30, blank=True, default="")
    federation_id = models.CharField(_("federation id"), max_length=30, blank=True, default="")
    player_class = models.CharField(_("class"), max_length=30, blank=True, default="")
    title = models.CharField(_("title"), max_length=30, blank=True, default="")
    pronouns = models.CharField(_("pronouns"), max_length=30, blank=True, default="")
    minor = models.BooleanField(_("under 18"), default=False)
    pairing_request = models.CharField(
        _("pairing request"), max_length=12, choices=PairingRequest.choices, blank=True, default=PairingRequest.NONE
    )
    pairing_request_player = models.CharField(_("which player"), max_length=80, blank=True, default="")
    pairing_request_granted = models.BooleanField(default=False)
    marked = models.JSONField(default=list)
    answer = models.CharField(max_length=MAX_TEXT, blank=True, default="")
    fee_mark = models.CharField(_("fee"), max_length=15, choices=Fee.choices, default=Fee.OWED)
    fee_note = models.CharField(_("note"), max_length=200, blank=True, default="")
    confirmed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["division", "position"]
        constraints = [
            models.UniqueConstraint(fields=["division", "position"], name="registration_position_once_per_division"),
            models.UniqueConstraint(
                fields=["division", "name_key"],
                condition=~Q(state__in=["refused", "cancelled"]),
                name="registration_name_once_per_division",
            ),
            models.UniqueConstraint(
                fields=["division", "player"],
                condition=Q(state="entered", player__isnull=False),
                name="registration_player_once_per_division",
            ),
            one_of(
                "registration_known_state",
                "state",
                ["waiting", "applied", "to_correct", "offered", "entered", "refused", "cancelled"],
            ),
            models.CheckConstraint(
                condition=Q(state="offered", offered_until__isnull=False)
                | ~Q(state="offered") & Q(offered_until__isnull=True),
                name="registration_offer_has_end",
            ),
            models.CheckConstraint(condition=~Q(name="") & ~Q(name_key=""), name="registration_has_name"),
            one_of("registration_known_fee_mark", "fee_mark", ["owed", "paid", "complimentary"]),
            models.CheckConstraint(
                condition=Q(pairing_request="", pairing_request_player="")
                | (Q(pairing_request__in=["not_against", "same_travel"]) & ~Q(pairing_request_player="")),
                name="registration_request_names_a_player",
            ),
        ]
        indexes = [models.Index(fields=["state", "offered_until"], name="registration_offers")]

    def __str__(self) -> str:
        return f"{self.name}: {self.state}"

    @property
    def ended_by_itself(self) -> bool:
        """Whether it ended without a director, and the answer is the site's. No query."""
        return self.answer in _BY_THE_SITE

    @property
    def answer_text(self) -> str:
        """The answer: a director's as it was written, the site's in the language of whoever reads it. No query."""
        return gettext(self.answer) if self.ended_by_itself else self.answer


class ContactMessage(Message):
    """What somebody wrote to the directors of an event through its page."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="contact_messages")
    text = models.CharField(_("message"), max_length=MAX_ABOUT)

    class Meta(Message.Meta):
        constraints = [models.CheckConstraint(condition=~Q(name="") & ~Q(text=""), name="contact_message_is_complete")]

    def __str__(self) -> str:
        return f"message of {self.name}"
