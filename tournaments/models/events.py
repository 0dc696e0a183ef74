"""Events, their divisions, and who entered."""

from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import F, Q
from django.db.models.lookups import GreaterThan, GreaterThanOrEqual
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.links import Link, link_constraints
from clubs.models import Club, Grant, Player, Role, RoleLink, grant_constraints
from core.constraints import filled, in_range, one_of
from core.zones import zone_named
from games.game import Game as GameObject
from games.registry import DEFAULT_GAME, GAMES, game_choices
from tournaments.engine.adjustments import MAX_TEXT
from tournaments.settings import DivisionSettings
from tournaments.settings.choices import MAX_HANDICAP, MAX_ROUNDS, MAX_SCORE, MAX_TABLE
from tournaments.settings.fields import DataclassField, check_constraints

MAX_REASON = 200
#: Of the text of an announcement.
MAX_ABOUT = 10_000


class Event(models.Model):
    """A tournament or club night. ``version`` grows with every public change: caches are keyed by it.

    ``what_if_of``: the original of a test copy, which is for officials alone and never ends.
    ``private``: a copy that only officials see until they release it; it cannot be finished before.
    ``visibility``: who may see it; ``tournaments.permissions`` is the one place that reads it.
    ``identity``: the same event on every site that an archive brought it to. ``on_laptop_since``: while a laptop runs it
    (``EventLaptop``), nothing of it changes here. ``follows_feed``: while results of some divisions come from elsewhere (``EventFeed``).
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("in preparation")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    class Visibility(models.TextChoices):
        AUTO = "auto", _("Draft until round 1 is published, then public")
        DRAFT = "draft", _("Draft: officials only")
        UNLISTED = "unlisted", _("Unlisted: anyone who has the address")
        LINK = "link", _("Private: anyone who has the private link")
        MEMBERS = "members", _("Private: club members")
        PUBLIC = "public", _("Public")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events")
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    starts_on = models.DateField(_("date"))
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    version = models.PositiveIntegerField(default=0)
    #: Whether the open transaction has raised it (``lock_to_change``).
    version_raised = False
    created_at = models.DateTimeField(default=timezone.now)
    table_links = models.BooleanField(
        _("shared table links"),
        default=False,
        help_text=_(
            "Each slip gets a link and a code for the whole table. A report made with these does not count until an "
            "official confirms it, or both players report the same through their personal links."
        ),
    )
    what_if_of = models.ForeignKey("self", null=True, blank=True, on_delete=models.CASCADE, related_name="what_ifs")
    private = models.BooleanField(_("for officials only"), default=False)
    visibility = models.CharField(
        _("who can see the event"), max_length=10, choices=Visibility.choices, default=Visibility.AUTO
    )
    about = models.TextField(_("text"), blank=True, default="", max_length=MAX_ABOUT)
    place = models.CharField(_("place"), max_length=200, blank=True, default="")
    map_url = models.URLField(_("map link"), max_length=500, blank=True, default="")
    fees = models.CharField(_("fees"), max_length=300, blank=True, default="")
    time_zone = models.CharField(_("time zone"), max_length=60, blank=True, default="")
    hide_entries = models.BooleanField(_("hide the players until round 1 is published"), default=False)
    identity = models.UUIDField(default=uuid4, unique=True, editable=False)
    on_laptop_since = models.DateTimeField(null=True, blank=True, editable=False)
    follows_feed = models.BooleanField(default=False, editable=False)
    clock_until = models.BigIntegerField(
        null=True,
        editable=False,
        help_text="While clocks are open: when the last running one ends, in milliseconds since 1970, 0 if none runs.",
    )

    class Meta:
        ordering = ["-starts_on", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(what_if_of__isnull=True) | ~Q(state="finished"), name="event_what_if_never_finished"
            ),
            models.CheckConstraint(
                condition=Q(what_if_of__isnull=True) | ~Q(what_if_of=F("pk")), name="event_what_if_of_another"
            ),
            models.CheckConstraint(
                condition=Q(private=False) | ~Q(state="finished"), name="event_private_never_finished"
            ),
            models.CheckConstraint(
                condition=Q(on_laptop_since__isnull=True) | ~Q(state="finished") & Q(what_if_of__isnull=True),
                name="event_on_laptop_not_finished",
            ),
            one_of("event_known_state", "state", ["draft", "running", "finished"]),
            one_of("event_known_visibility", "visibility", ["auto", "draft", "unlisted", "link", "members", "public"]),
            filled("event_has_name", "name"),
            filled("event_has_slug", "slug"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        """Its time zone; the club's where it names none, and the site's own where the club names none either."""
        return zone_named(self.time_zone, self.club.time_zone)


class EventLink(Link):
    """The private link of an event that is shown to those who have it."""

    kind, opens = "tournaments.event", "event_id"
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="private_links")

    class Meta:
        constraints = link_constraints("event_link", "event")


#: The roles that are given for one event; the others are the club's.
EVENT_ROLES = (Role.DIRECTOR, Role.ASSISTANT, Role.SCORER, Role.WORD_JUDGE, Role.CHECK_IN)


class EventGrant(Grant):
    """A role in one event, and in its test copies."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="grants")
    link = models.ForeignKey("EventRoleLink", null=True, blank=True, on_delete=models.SET_NULL, related_name="grants")

    class Meta(Grant.Meta):
        constraints = [*Grant.Meta.constraints, *grant_constraints("eventgrant", "event", EVENT_ROLES)]

    def __str__(self) -> str:
        return f"{self.user_id} · {self.role} in event {self.event_id}"


class EventRoleLink(RoleLink):
    """A link that gives a role in one event."""

    kind, opens = "tournaments.role", "event_id"
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="role_links")

    class Meta(RoleLink.Meta):
        constraints = [*RoleLink.Meta.constraints, one_of("eventrolelink_known_role", "role", EVENT_ROLES)]

    def __str__(self) -> str:
        return f"link to {self.role} in event {self.event_id}"


class ScheduleItem(models.Model):
    """A line of an event's schedule: a round (``round_number``) or something else (``title``), with its planned time."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="schedule")
    round_number = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    title = models.CharField(_("title"), max_length=80, blank=True, default="")
    starts_at = models.DateTimeField(_("starts"))
    minutes = models.PositiveSmallIntegerField(_("minutes"))

    class Meta:
        ordering = ["starts_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "round_number"], name="schedule_round_once_per_event"),
            in_range("schedule_round_in_range", "round_number", 1, MAX_ROUNDS, or_null=True),
            models.CheckConstraint(
                condition=Q(round_number__isnull=False) | ~Q(title=""), name="schedule_item_has_name"
            ),
            in_range("schedule_minutes_in_range", "minutes", 1, 1440),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.title or self.round_number}"


class Handicap(models.TextChoices):
    """How long a player's words must be at Word Basket: any word, and the one for the last card."""

    EVEN = "even", _("standard: words of 3 letters or more, 4 or more for the last card")
    BEGINNER = "beginner", _("beginner: words of 2 letters or more, 3 or more for the last card")
    STRONG = "strong", _("strong player: words of 4 letters or more, 5 or more for the last card")


def _rules_of_the_game() -> Q:
    """The rules of the game where it has only one set, otherwise none of another game."""
    return Q(*map(_rules_of, GAMES.values()), _connector=Q.OR)


def _rules_of(game: GameObject[Any, Any]) -> Q:
    if "rules_slug" in game.unused_settings:
        return Q(game=game.key, rules_slug=game.default_rules)
    foreign = sorted(slug for one in GAMES.values() if one.key != game.key for slug in one.rule_sets)
    return Q(game=game.key) & ~Q(rules_slug__in=foreign)


class Division(models.Model):
    """The players of an event who are ranked together, and their rules. ``docs/settings.md`` explains the settings."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="divisions")
    name = models.CharField(_("name"), max_length=60, default="A")
    slug = models.SlugField(max_length=60)
    position = models.PositiveSmallIntegerField(default=1)
    game = models.CharField(_("game"), max_length=12, choices=game_choices, default=DEFAULT_GAME)
    rules_slug = models.SlugField(_("rules"), max_length=40, default="tournament")
    lexicon_version = models.ForeignKey(
        "lexicon.LexiconVersion",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("dictionary"),
    )
    rating_pool = models.ForeignKey(
        "ratings.RatingPool",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("rating list"),
    )
    settings: "DataclassField[DivisionSettings, DivisionSettings]" = DataclassField(DivisionSettings)

    class Meta:
        ordering = ["event", "position"]
        constraints = [
            models.UniqueConstraint(fields=["event", "slug"], name="division_slug_once_per_event"),
            one_of("division_known_game", "game", sorted(GAMES)),
            models.CheckConstraint(condition=_rules_of_the_game(), name="division_rules_of_its_game"),
            *check_constraints(DivisionSettings, column="settings", prefix="division_settings"),
            models.CheckConstraint(
                condition=Q(
                    GreaterThan(F("settings__win_points"), F("settings__loss_points")),
                    GreaterThanOrEqual(F("settings__win_points"), F("settings__tie_points")),
                    GreaterThanOrEqual(F("settings__tie_points"), F("settings__loss_points")),
                ),
                name="division_worth_in_order",
            ),
            models.CheckConstraint(
                condition=Q(settings__meeting_games=1) | Q(settings__table_size=2), name="division_rounds_in_a_row_fit"
            ),
            models.CheckConstraint(
                condition=Q(settings__rolling=False) | Q(settings__table_size=2, settings__meeting_games=1),
                name="division_rolling_at_tables_of_two",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.name}"

    @property
    def played(self) -> GameObject[Any, Any]:
        """The game that is played, as one object."""
        return GAMES[self.game]


def settings_class() -> type[DivisionSettings]:
    """The class of the settings that divisions have."""
    declared: type[DivisionSettings] = Division._meta.get_field("settings").dataclass
    return declared


def new_settings() -> DivisionSettings:
    """The settings of a new division."""
    return settings_class()()


class Entry(models.Model):
    """A player in a division. ``number`` is the player's number on slips and in fast entry; ``rating`` the one pairing uses.

    ``seed``: the place in the seed order that the director gave, with the reason (None: by rating).
    ``handicap_points``: a game, in the handicap standings of a division that goes by them.
    ``missed_spread``: what each round after leaving counts for, as tsh's ``off``: below 0 a forfeit with this spread, above 0 a
    bye; 0 or None: nothing.
    ``spread_changes``: the spread adjustments, as ``engine.adjustments`` writes them, with their reason, which everybody sees.
    """

    class Status(models.TextChoices):
        ACTIVE = "active", _("playing")
        WITHDRAWN = "withdrawn", _("withdrawn")

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=80)
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    career_games = models.PositiveIntegerField(_("games so far"), null=True, blank=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.ACTIVE)
    withdrawn_after = models.PositiveSmallIntegerField(_("withdrawn after round"), null=True, blank=True)
    missed_spread = models.SmallIntegerField(_("spread for each round missed"), null=True, blank=True)
    joined_round = models.PositiveSmallIntegerField(_("plays from round"), default=1)
    fixed_table = models.PositiveSmallIntegerField(_("fixed table"), null=True, blank=True)
    player_class = models.CharField(_("class"), max_length=30, blank=True)
    team = models.CharField(_("team"), max_length=30, blank=True)
    club = models.CharField(_("club"), max_length=30, blank=True)
    handicap = models.CharField(_("handicap"), max_length=10, choices=Handicap.choices, default=Handicap.EVEN)
    seed = models.PositiveSmallIntegerField(_("seed"), null=True, blank=True)
    seed_reason = models.CharField(_("reason for the seed"), max_length=MAX_REASON, blank=True)
    handicap_points = models.PositiveSmallIntegerField(_("handicap points"), default=0)
    spread_changes = models.CharField(_("spread adjustments"), max_length=MAX_TEXT, blank=True, default="")
    spread_reason = models.CharField(_("reason for the adjustments"), max_length=MAX_REASON, blank=True, default="")

    class Meta:
        ordering = ["division", "number"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="entry_number_once_per_division"),
            models.UniqueConstraint(fields=["division", "player"], name="entry_player_once_per_division"),
            models.CheckConstraint(condition=Q(number__gte=1), name="entry_number_positive"),
            filled("entry_has_name", "name"),
            models.CheckConstraint(
                condition=Q(status="active", withdrawn_after__isnull=True)
                | Q(status="withdrawn", withdrawn_after__isnull=False),
                name="entry_withdrawn_has_round",
            ),
            models.CheckConstraint(
                condition=Q(missed_spread__isnull=True)
                | Q(status="withdrawn", missed_spread__gte=-MAX_SCORE, missed_spread__lte=MAX_SCORE),
                name="entry_missed_spread_of_withdrawn",
            ),
            in_range("entry_joined_round_in_range", "joined_round", 1, MAX_ROUNDS),
            in_range("entry_fixed_table_in_range", "fixed_table", 1, MAX_TABLE, or_null=True),
            one_of("entry_known_handicap", "handicap", ["even", "beginner", "strong"]),
            models.UniqueConstraint(fields=["division", "seed"], name="entry_seed_once_per_division"),
            models.CheckConstraint(
                condition=Q(seed__isnull=True, seed_reason="") | (Q(seed__gte=1) & ~Q(seed_reason="")),
                name="entry_seed_has_reason",
            ),
            models.CheckConstraint(
                condition=Q(handicap_points__lte=MAX_HANDICAP), name="entry_handicap_points_in_range"
            ),
            models.CheckConstraint(
                condition=Q(spread_changes="", spread_reason="") | (~Q(spread_changes="") & ~Q(spread_reason="")),
                name="entry_spread_changes_have_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} (#{self.number})"
