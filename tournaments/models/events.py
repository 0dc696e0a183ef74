"""Events, their divisions, and who entered."""

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player
from games.game import Game as GameObject
from games.registry import GAMES

MAX_SCORE = 1500
MAX_ROUNDS = 60
MAX_TABLE = 9999
MAX_POINTS = 100


MAX_SEATS = 8
#: The longest round, and the longest extension of one, in minutes.
MAX_MINUTES = 600
#: Most games of one meeting.
MAX_GAMES = 9
MAX_REASON = 200
#: Most points a game that a player's handicap may be.
MAX_HANDICAP = 500


class Event(models.Model):
    """A tournament or club night. ``version`` grows with every public change: caches are keyed by it.

    ``what_if_of``: the event that this is a trial copy of; a trial is for officials alone and never ends.
    ``private``: a copy that only officials see until they release it; it cannot be finished before.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("in preparation")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events")
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    starts_on = models.DateField(_("date"))
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    table_links = models.BooleanField(
        _("shared links of tables"),
        default=False,
        help_text=_(
            "Each slip gets a link and a code for the whole table. They report only; an official or both players' own links confirm."
        ),
    )
    what_if_of = models.ForeignKey("self", null=True, blank=True, on_delete=models.CASCADE, related_name="what_ifs")
    private = models.BooleanField(_("for officials only"), default=False)
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
            models.CheckConstraint(condition=Q(state__in=["draft", "running", "finished"]), name="event_known_state"),
            models.CheckConstraint(condition=~Q(name=""), name="event_has_name"),
            models.CheckConstraint(condition=~Q(slug=""), name="event_has_slug"),
        ]

    def __str__(self) -> str:
        return self.name


class LateRounds(models.TextChoices):
    """What the rounds before a late entry count for the player."""

    NOTHING = "nothing", _("nothing")
    BYE = "bye", _("a bye each")
    FORFEIT = "forfeit", _("a forfeit each")


class Game(models.TextChoices):
    """What is played. Each game has rules, records and ratings of its own."""

    CROSSWORD = "crossword", _("Crossword")
    WORDBASKET = "wordbasket", _("Word Basket")


class Handicap(models.TextChoices):
    """How long a player's words must be at Word Basket: any word, and the one for the last card."""

    EVEN = "even", _("none: words of 3, last card 4")
    BEGINNER = "beginner", _("beginner: words of 2, last card 3")
    STRONG = "strong", _("strong player: words of 4, last card 5")


class HandicapBy(models.TextChoices):
    """What a player's head start in the handicap standings goes by."""

    NONE = "none", _("no handicap standings")
    POINTS = "points", _("points that each player has")
    RATING = "rating", _("the difference of the ratings")


def _rules_of_the_game() -> Q:
    """Word Basket has one rule sheet; all others are of the crossword game."""
    basket = Q(rules_slug="word-basket")
    return Q(game="wordbasket") & basket | Q(game="crossword") & ~basket


class Setting(models.TextChoices):
    """Where the games of a division are played: rating pools may accept only one of them."""

    TOURNAMENT = "tournament", _("tournament")
    CLUB = "club", _("club play")


class Division(models.Model):
    """One field of players with its rules. What a setting means is said in ``docs/directing.md``."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="divisions")
    name = models.CharField(_("name"), max_length=60, default="A")
    slug = models.SlugField(max_length=60)
    position = models.PositiveSmallIntegerField(default=1)
    game = models.CharField(_("game"), max_length=12, choices=Game.choices, default=Game.CROSSWORD)
    best_of = models.PositiveSmallIntegerField(_("games of a meeting"), default=1)
    table_size = models.PositiveSmallIntegerField(_("players at a table"), default=2)
    meeting_games = models.PositiveSmallIntegerField(
        _("rounds in a row against the same opponent"),
        default=1,
        help_text="What rounds are paired by unless told otherwise.",
    )
    rules_slug = models.SlugField(_("rules"), max_length=40, default="tournament")
    rule_options = models.JSONField(default=dict, blank=True)
    challenge_rule = models.CharField(_("challenge rule"), max_length=30, default="double")
    lexicon_version = models.ForeignKey(
        "lexicon.LexiconVersion",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("dictionary"),
    )
    rounds_planned = models.PositiveSmallIntegerField(_("rounds"), default=8)
    rating_pool = models.ForeignKey(
        "ratings.RatingPool",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("rating pool"),
    )
    setting = models.CharField(_("setting"), max_length=10, choices=Setting.choices, default=Setting.TOURNAMENT)
    rate_games = models.BooleanField(
        _("rate every game of a meeting"), default=False, help_text="False: the meeting is one rated game."
    )
    show_chances = models.BooleanField(_("show chances of winning"), default=True)
    bye_spread = models.SmallIntegerField(_("bye spread"), default=50)
    forfeit_spread = models.SmallIntegerField(_("forfeit spread"), default=-50)
    spread_cap = models.PositiveSmallIntegerField(_("spread cap"), null=True, blank=True)
    max_repeats = models.PositiveSmallIntegerField(
        _("repeats allowed"),
        null=True,
        blank=True,
        help_text=_("How often two players may meet again; empty: only when it cannot be avoided."),
    )
    seed = models.BigIntegerField(_("seed"), default=1)
    table_numbers = models.JSONField(
        default=list,
        blank=True,
        help_text="Numbers of the hall's tables for this division, in order; empty: those left free.",
    )
    late_rounds = models.CharField(
        _("rounds missed by a late entry"), max_length=10, choices=LateRounds.choices, default=LateRounds.NOTHING
    )
    win_points = models.PositiveSmallIntegerField(_("points of a win"), default=2)
    tie_points = models.PositiveSmallIntegerField(_("points of a tie"), default=1)
    loss_points = models.PositiveSmallIntegerField(_("points of a loss"), default=0)
    standings_order = models.CharField(
        max_length=200,
        default="points spread",
        help_text="Criteria of engine.model.Criterion with a blank between, the most important first.",
    )
    spread_caps = models.JSONField(
        default=list, blank=True, help_text="Cap of round 1, 2 …, the last for all that follow, 0 for none."
    )
    bye_half_wins = models.PositiveSmallIntegerField(_("a bye counts"), default=2)
    show_contention = models.BooleanField(_("show who can still win what"), default=False)
    round_minutes = models.PositiveSmallIntegerField(_("minutes of a round"), default=60)
    handicap_by = models.CharField(_("handicap"), max_length=10, choices=HandicapBy.choices, default=HandicapBy.NONE)
    handicap_percent = models.PositiveSmallIntegerField(_("percent of the rating difference"), default=10)
    handicap_cap = models.PositiveSmallIntegerField(_("most points a game"), null=True, blank=True)

    class Meta:
        ordering = ["event", "position"]
        constraints = [
            models.UniqueConstraint(fields=["event", "slug"], name="division_slug_once_per_event"),
            models.CheckConstraint(condition=Q(setting__in=Setting.values), name="division_known_setting"),
            models.CheckConstraint(
                condition=Q(rounds_planned__gte=1, rounds_planned__lte=MAX_ROUNDS), name="division_rounds_in_range"
            ),
            models.CheckConstraint(
                condition=Q(bye_spread__gte=0, bye_spread__lte=MAX_SCORE), name="division_bye_spread_in_range"
            ),
            models.CheckConstraint(
                condition=Q(forfeit_spread__gte=-MAX_SCORE, forfeit_spread__lte=0),
                name="division_forfeit_spread_in_range",
            ),
            models.CheckConstraint(
                condition=Q(spread_cap__isnull=True) | Q(spread_cap__gte=1), name="division_spread_cap_positive"
            ),
            models.CheckConstraint(
                condition=Q(standings_order__regex=r"^[a-z_]+( [a-z_]+)*$"), name="division_standings_order_form"
            ),
            models.CheckConstraint(condition=Q(bye_half_wins__lte=2), name="division_bye_at_most_a_win"),
            models.CheckConstraint(
                condition=Q(round_minutes__gte=1, round_minutes__lte=MAX_MINUTES), name="division_minutes_in_range"
            ),
            models.CheckConstraint(
                condition=Q(late_rounds__in=["nothing", "bye", "forfeit"]), name="division_known_late_rounds"
            ),
            models.CheckConstraint(
                condition=Q(
                    win_points__gt=F("loss_points"),
                    win_points__gte=F("tie_points"),
                    tie_points__gte=F("loss_points"),
                    win_points__lte=MAX_POINTS,
                    loss_points__gte=0,
                ),
                name="division_points_in_order",
            ),
            models.CheckConstraint(condition=Q(game__in=["crossword", "wordbasket"]), name="division_known_game"),
            models.CheckConstraint(condition=_rules_of_the_game(), name="division_rules_of_its_game"),
            models.CheckConstraint(
                condition=Q(best_of=1) | Q(game="wordbasket", best_of__in=[3, 5, 7, MAX_GAMES]),
                name="division_best_of_odd",
            ),
            models.CheckConstraint(
                condition=Q(table_size__gte=2)
                & (Q(table_size__lte=4) | Q(game="wordbasket", table_size__lte=MAX_SEATS)),
                name="division_table_size_fits_game",
            ),
            models.CheckConstraint(
                condition=Q(meeting_games=1)
                | Q(game="crossword", table_size=2, meeting_games__gte=2, meeting_games__lte=MAX_GAMES),
                name="division_meeting_games_fit",
            ),
            models.CheckConstraint(
                condition=Q(handicap_by="none") | Q(game="crossword", handicap_by__in=["points", "rating"]),
                name="division_known_handicap",
            ),
            models.CheckConstraint(
                condition=Q(handicap_percent__gte=1, handicap_percent__lte=100)
                & (Q(handicap_cap__isnull=True) | Q(handicap_cap__gte=1, handicap_cap__lte=MAX_HANDICAP)),
                name="division_handicap_in_range",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.name}"

    @property
    def played(self) -> GameObject[Any, Any]:
        """The game that is played, as one object."""
        return GAMES[self.game]


class Entry(models.Model):
    """A player in a division. ``number`` is the player's number on slips and in fast entry; ``rating`` the one pairing uses.

    ``seed``: the place in the seed order that the director gave, with the reason (None: by rating).
    ``handicap_points``: a game, in the handicap standings of a division that goes by them.
    ``missed_spread``: what each round after leaving counts for, as tsh's ``off``: below 0 a forfeit with this spread, above 0 a
    bye; 0 or None: nothing.
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
    missed_spread = models.SmallIntegerField(_("spread of each round missed"), null=True, blank=True)
    joined_round = models.PositiveSmallIntegerField(_("plays from round"), default=1)
    fixed_table = models.PositiveSmallIntegerField(_("fixed table"), null=True, blank=True)
    player_class = models.CharField(_("class"), max_length=30, blank=True)
    team = models.CharField(_("team"), max_length=30, blank=True)
    club = models.CharField(_("club"), max_length=30, blank=True)
    handicap = models.CharField(_("handicap"), max_length=10, choices=Handicap.choices, default=Handicap.EVEN)
    seed = models.PositiveSmallIntegerField(_("seed"), null=True, blank=True)
    seed_reason = models.CharField(_("reason for the seed"), max_length=MAX_REASON, blank=True)
    handicap_points = models.PositiveSmallIntegerField(_("handicap points"), default=0)

    class Meta:
        ordering = ["division", "number"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="entry_number_once_per_division"),
            models.UniqueConstraint(fields=["division", "player"], name="entry_player_once_per_division"),
            models.CheckConstraint(condition=Q(number__gte=1), name="entry_number_positive"),
            models.CheckConstraint(condition=~Q(name=""), name="entry_has_name"),
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
            models.CheckConstraint(
                condition=Q(joined_round__gte=1, joined_round__lte=MAX_ROUNDS), name="entry_joined_round_in_range"
            ),
            models.CheckConstraint(
                condition=Q(fixed_table__isnull=True) | Q(fixed_table__gte=1, fixed_table__lte=MAX_TABLE),
                name="entry_fixed_table_in_range",
            ),
            models.CheckConstraint(
                condition=Q(handicap__in=["even", "beginner", "strong"]), name="entry_known_handicap"
            ),
            models.UniqueConstraint(fields=["division", "seed"], name="entry_seed_once_per_division"),
            models.CheckConstraint(
                condition=Q(seed__isnull=True, seed_reason="") | (Q(seed__gte=1) & ~Q(seed_reason="")),
                name="entry_seed_has_reason",
            ),
            models.CheckConstraint(
                condition=Q(handicap_points__lte=MAX_HANDICAP), name="entry_handicap_points_in_range"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} (#{self.number})"
