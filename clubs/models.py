"""Users, the people who play, clubs, and who may do what in which club."""

from collections.abc import Iterable
from typing import ClassVar, Final, Self
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.core.files.storage import FileSystemStorage, Storage
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken
from knox.settings import CONSTANTS

from clubs.links import Link, link_constraints
from clubs.names import by_name
from core.constraints import filled, one_of
from core.zones import zone_named

#: Of a club's text.
MAX_ABOUT: Final = 10_000
#: Of a text of the site.
MAX_SITE_TEXT: Final = 40_000


class Users(UserManager["User"]):
    """Accounts, found by their name in any case: “Ann” and “ann” are one person."""

    def get_by_natural_key(self, username: str | None) -> "User":
        """The account of this name, for signing in. Raises User.DoesNotExist."""
        return self.get(username__iexact=username)


class User(AbstractUser):
    """An account. Custom from the first migration so that it can grow.

    ``confined_to`` is not stored: a request that comes with a token for one club has its id here, and has no role in
    any other club.
    """

    confined_to: int | None = None

    language = models.CharField(
        _("language"),
        max_length=20,
        blank=True,
        help_text=_("Pages and emails are in this language; if empty, in the language of the next sign-in."),
    )

    objects: ClassVar[Users] = Users()

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="user_name_once_in_any_case",
                violation_error_message=_("A user with that username already exists."),
            )
        ]


class RollReaders(models.TextChoices):
    """Who sees the names of a club's members; what they pay is for its directors and officers alone."""

    DIRECTORS = "directors", _("only the club's directors")
    MEMBERS = "members", _("members who are signed in")
    EVERYBODY = "everybody", _("everybody")


def photo_storage() -> Storage:
    """Beside the photos of scoresheets, outside everything that the web server serves."""
    return FileSystemStorage(location=settings.WORDHALL_DATA / "photos")


def photo_name(_subject: models.Model, _name: str) -> str:
    """A random name: a new photo has a new address, and the phone's own name says nothing to anybody."""
    return f"clubs/{uuid4().hex}.jpg"


class Club(models.Model):
    """A club (or federation) that runs events. ``about`` is Markdown; ``closed_at``: since when it takes no more events."""

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    about = models.TextField(_("about"), blank=True, max_length=MAX_ABOUT)
    place = models.CharField(_("place"), max_length=200, blank=True, default="")
    map_url = models.URLField(_("map link"), max_length=500, blank=True, default="")
    languages = models.CharField(_("languages"), max_length=120, blank=True, default="")
    page_language = models.CharField(_("language of the club's pages"), max_length=20, blank=True, default="")
    time_zone = models.CharField(_("time zone"), max_length=60, blank=True, default="")
    takes_messages = models.BooleanField(_("visitors can write to the club"), default=True)
    roll_readers = models.CharField(
        _("who can see the members"), max_length=10, choices=RollReaders.choices, default=RollReaders.MEMBERS
    )
    photo = models.FileField(storage=photo_storage, upload_to=photo_name, max_length=60, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    members = models.ManyToManyField(User, through="Membership", related_name="clubs")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = [*by_name()]
        constraints = [
            filled("club_has_name", "name"),
            one_of("club_known_roll_readers", "roll_readers", RollReaders.values),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        """The club's time zone; the site's own where it names none."""
        return zone_named(self.time_zone)


class Role(models.TextChoices):
    """What a member may do is ``clubs.permissions.ROLE_ACTIONS``."""

    DIRECTOR = "director", _("Director")
    ASSISTANT = "assistant", _("Assistant")
    SCORER = "scorer", _("Scorer")
    WORD_JUDGE = "word_judge", _("Word judge")
    CHECK_IN = "check_in", _("Check-in desk")
    OFFICER = "officer", _("Officer")
    RATINGS_OFFICER = "ratings_officer", _("Ratings officer")
    MEMBER = "member", _("Member")


class Membership(models.Model):
    """One user's role in one club, for good; ``ClubGrant`` has what they were given beside it."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=20, choices=Role.choices, default=Role.MEMBER)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "club"], name="membership_once_per_club"),
            one_of("membership_known_role", "role", Role.values),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.club} · {self.role}"


#: Tables as they are stored: numbers and ranges between commas.
TABLES_FORM: Final = r"^[0-9]{1,4}(-[0-9]{1,4})?(,[0-9]{1,4}(-[0-9]{1,4})?)*$"
MAX_TABLES_TEXT: Final = 100


class Term(models.Model):
    """A role for some days or for good, and for a scorer perhaps at some tables only.

    ``first_day`` and ``last_day`` are days of the place where it counts; ``starts_at`` and ``ends_at`` are the same in its time zone,
    so that lists over many places ask one question. ``tables`` "": all of them.
    """

    role = models.CharField(_("role"), max_length=20, choices=Role.choices)
    first_day = models.DateField(_("first day"), null=True, blank=True)
    last_day = models.DateField(_("last day"), null=True, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    tables = models.CharField(_("tables"), max_length=MAX_TABLES_TEXT, blank=True, default="")

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=Q(first_day__isnull=True)
                | Q(last_day__isnull=True)
                | Q(last_day__gte=F("first_day"), ends_at__gt=F("starts_at")),
                name="%(class)s_days_in_order",
            ),
            models.CheckConstraint(
                condition=Q(first_day__isnull=True, starts_at__isnull=True)
                | Q(first_day__isnull=False, starts_at__isnull=False),
                name="%(class)s_first_day_whole",
            ),
            models.CheckConstraint(
                condition=Q(last_day__isnull=True, ends_at__isnull=True)
                | Q(last_day__isnull=False, ends_at__isnull=False),
                name="%(class)s_last_day_whole",
            ),
            models.CheckConstraint(
                condition=Q(tables="") | Q(role=Role.SCORER, tables__regex=TABLES_FORM),
                name="%(class)s_tables_of_scorers",
            ),
        ]


class Grant(Term):
    """A role that somebody was given. By name they have one of each kind in a place, and one by each link."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="%(class)ss")
    given_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    given_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta(Term.Meta):
        abstract = True

    @classmethod
    def in_force(cls, **of: object) -> "models.QuerySet[Self]":
        """Those that count now: begun, not over, not ended."""
        begun = Q(starts_at__isnull=True) | Q(starts_at__lte=timezone.now())
        return cls.lasting(**of).filter(begun)

    @classmethod
    def lasting(cls, **of: object) -> "models.QuerySet[Self]":
        """Those that count now or will: not over, not ended."""
        lasting = Q(ends_at__isnull=True) | Q(ends_at__gt=timezone.now())
        return cls._default_manager.filter(lasting, ended_at=None, **of)


def grant_constraints(prefix: str, place: str, roles: Iterable[str]) -> list[models.BaseConstraint]:
    """What holds for the grants of a kind of place: its roles; nobody has the same twice by name, or by one link."""
    return [
        one_of(f"{prefix}_known_role", "role", roles),
        models.UniqueConstraint(
            fields=[place, "user", "role"],
            condition=Q(ended_at__isnull=True, link__isnull=True),
            name=f"{prefix}_by_name_once",
        ),
        models.UniqueConstraint(
            fields=["link", "user"], condition=Q(link__isnull=False), name=f"{prefix}_by_link_once"
        ),
    ]


class RoleLink(Link, Term):
    """A link that gives a role to whoever opens it signed in: ``most_uses`` people (None: any number), until ``closes_on`` is over."""

    most_uses = models.PositiveSmallIntegerField(null=True, blank=True)
    uses = models.PositiveSmallIntegerField(default=0)
    closes_on = models.DateField()
    closes_at = models.DateTimeField()
    made_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta(Term.Meta):
        abstract = True
        constraints = [
            *Term.Meta.constraints,
            models.CheckConstraint(
                condition=Q(most_uses__isnull=True) | Q(most_uses__gte=1, uses__lte=F("most_uses")),
                name="%(class)s_not_used_too_often",
            ),
            models.UniqueConstraint(fields=["key_hash"], name="%(class)s_key_once"),
        ]

    @property
    def used_up(self) -> bool:
        """Whether as many people have taken it as may. No query."""
        return self.most_uses is not None and self.uses >= self.most_uses

    @property
    def is_open(self) -> bool:
        """Whether it still gives its role. No query."""
        now = timezone.now()
        over = self.ends_at is not None and self.ends_at <= now
        return self.ended_at is None and not self.used_up and not over and self.closes_at > now


class ClubGrant(Grant):
    """A role in a club: it counts in all of the club's events."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="grants")
    link = models.ForeignKey("ClubRoleLink", null=True, blank=True, on_delete=models.SET_NULL, related_name="grants")

    class Meta(Grant.Meta):
        constraints = [*Grant.Meta.constraints, *grant_constraints("clubgrant", "club", Role.values)]

    def __str__(self) -> str:
        return f"{self.user_id} · {self.role} in {self.club_id}"


class ClubRoleLink(RoleLink):
    """A link that gives a role in a club."""

    kind, opens = "clubs.role", "club_id"
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="role_links")

    class Meta(RoleLink.Meta):
        constraints = [*RoleLink.Meta.constraints, one_of("clubrolelink_known_role", "role", Role.values)]

    def __str__(self) -> str:
        return f"link to {self.role} in {self.club_id}"


class Player(models.Model):
    """A person who plays; may have no account. A club finds its players by name or by the federation's id."""

    name = models.CharField(_("name"), max_length=80)
    # one account may hold the players of a family
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="players")
    home_club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.SET_NULL, related_name="players")
    external_id = models.CharField(_("federation id"), max_length=30, blank=True)
    country = models.CharField(_("country"), max_length=2, blank=True, help_text=_("ISO 3166 code, two letters"))
    photo = models.FileField(
        storage=photo_storage, upload_to=photo_name, max_length=60, blank=True, help_text=_("for name badges")
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["name"]
        constraints = [
            filled("player_has_name", "name"),
            models.UniqueConstraint(
                fields=["home_club", "external_id"],
                condition=~Q(external_id=""),
                name="player_external_id_once_per_club",
            ),
        ]
        indexes = [models.Index(fields=["home_club", "name"], name="player_club_name")]

    def __str__(self) -> str:
        return self.name


class Message(models.Model):
    """What a visitor wrote through a page. ``text`` is the page's own: its length differs."""

    name = models.CharField(_("name"), max_length=80)
    email = models.EmailField(_("email"), blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
        ordering = ["-pk"]


class ClubMessage(Message):
    """What somebody wrote to a club through its page."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="messages")
    text = models.TextField(_("message"), max_length=4000)

    class Meta(Message.Meta):
        constraints = [models.CheckConstraint(condition=~Q(name="") & ~Q(text=""), name="club_message_is_complete")]

    def __str__(self) -> str:
        return f"message of {self.name} to {self.club_id}"


class SiteText(models.Model):
    """A text of the site as its operators wrote it, in Markdown; without a row the default holds (``clubs.text_wording``)."""

    key = models.SlugField(max_length=20)
    language = models.CharField(max_length=20)
    text = models.TextField(max_length=MAX_SITE_TEXT)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["key", "language"], name="site_text_once_per_language"),
            filled("site_text_not_empty", "text"),
        ]

    def __str__(self) -> str:
        return f"{self.key} ({self.language})"


class PlayerInvitation(Link):
    """A link with which one person takes over one player: made by an official, used once, live for some weeks."""

    kind = "clubs.player_invitation"
    opens = "player_id"

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="invitations")
    made_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = link_constraints("player_invitation", "player")


class PlayerClaim(models.Model):
    """“This player is me”: an account asks, an official of the player's club answers."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="claims")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    note = models.CharField(_("note"), max_length=300, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    accepted = models.BooleanField(null=True)
    decided_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "player"], condition=Q(decided_at__isnull=True), name="player_claim_open_once"
            ),
            models.CheckConstraint(
                condition=Q(accepted__isnull=True, decided_at__isnull=True)
                | Q(accepted__isnull=False, decided_at__isnull=False),
                name="player_claim_decided_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} claims player {self.player_id}"


class Erasure(models.Model):
    """A person whose name was taken out of everything, by the numbers of player and account: no name stands here.

    The list is also a file in the data folder, so that it is applied again after an older database was restored.
    """

    player_number = models.BigIntegerField(null=True, blank=True, unique=True)
    user_number = models.BigIntegerField(null=True, blank=True, unique=True)
    pseudonym = models.CharField(max_length=80)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            filled("erasure_has_pseudonym", "pseudonym"),
            models.CheckConstraint(
                condition=Q(player_number__isnull=False) | Q(user_number__isnull=False), name="erasure_of_somebody"
            ),
        ]

    def __str__(self) -> str:
        return self.pseudonym


class PlayerAlias(models.Model):
    """Another spelling of a player's name, confirmed by an official, so that the question is not asked again.

    ``spelling`` is kept in lower case, as names are compared.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="player_aliases")
    spelling = models.CharField(_("spelling"), max_length=160)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="aliases")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "player aliases"
        constraints = [
            models.UniqueConstraint(fields=["club", "spelling"], name="player_alias_once_per_club"),
            filled("player_alias_has_spelling", "spelling"),
        ]

    def __str__(self) -> str:
        return f"{self.spelling}: {self.player_id}"


class ApiToken(AbstractAuthToken):  # type: ignore[misc]  # knox has no types
    """One token of the API: knox's hash, first letters, user and expiry, and what the token is for.

    ``scopes`` are names between spaces (``clubs.scopes``). ``club``: the only one in which the token gives a role.
    ``is_sign_in``: made by signing in over HTTP, not on the account page.
    """

    id = models.BigAutoField(primary_key=True)
    digest = models.CharField(max_length=CONSTANTS.DIGEST_LENGTH, unique=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(_("name"), max_length=80)
    scopes = models.CharField(_("scopes"), max_length=300)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    is_sign_in = models.BooleanField(default=False)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            filled("apitoken_has_name", "name"),
            filled("apitoken_has_scope", "scopes"),
        ]

    def __str__(self) -> str:
        return self.name
