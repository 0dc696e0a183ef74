"""Events as facts: who entered, how rounds were paired, what was submitted and ruled.

Submissions, rulings and pairing runs are only ever added. ``Result`` is the one derived row kept for speed:
``engine.results.derive`` makes it from the facts, and a test compares the two.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player

MAX_SCORE = 1500
MAX_ROUNDS = 60

#: What a game's result can be. For the forfeits "win" and "loss" speak of the first player.
RESULT_KINDS = ["played", "bye", "forfeit_win", "forfeit_loss", "double_forfeit", "void"]


def _score_or_null(field: str) -> Q:
    return Q(**{f"{field}__isnull": True}) | Q(**{f"{field}__gte": 0, f"{field}__lte": MAX_SCORE})


def _scores_iff_played() -> Q:
    return Q(kind="played", first_score__isnull=False, second_score__isnull=False) | (
        ~Q(kind="played") & Q(first_score__isnull=True, second_score__isnull=True)
    )


class ResultKind(models.TextChoices):
    """How a game ended, as a fact; what it is worth is the division's setting."""

    PLAYED = "played", _("played")
    BYE = "bye", _("bye")
    FORFEIT_WIN = "forfeit_win", _("second player forfeits")
    FORFEIT_LOSS = "forfeit_loss", _("first player forfeits")
    DOUBLE_FORFEIT = "double_forfeit", _("both forfeit")
    VOID = "void", _("void: counts nowhere")


class Event(models.Model):
    """A tournament or club night. ``version`` grows with every public change: caches are keyed by it."""

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

    class Meta:
        ordering = ["-starts_on", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=["draft", "running", "finished"]), name="event_known_state"),
            models.CheckConstraint(condition=~Q(name=""), name="event_has_name"),
            models.CheckConstraint(condition=~Q(slug=""), name="event_has_slug"),
        ]

    def __str__(self) -> str:
        return self.name


class Division(models.Model):
    """One field of players with its rules. What a setting means is said in ``docs/directing.md``."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="divisions")
    name = models.CharField(_("name"), max_length=60, default="A")
    slug = models.SlugField(max_length=60)
    position = models.PositiveSmallIntegerField(default=1)
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

    class Meta:
        ordering = ["event", "position"]
        constraints = [
            models.UniqueConstraint(fields=["event", "slug"], name="division_slug_once_per_event"),
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
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.name}"


class Entry(models.Model):
    """A player in a division. ``number`` is the player's number on slips and in fast entry; ``rating`` the one pairing uses."""

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
        ]

    def __str__(self) -> str:
        return f"{self.name} (#{self.number})"


class Round(models.Model):
    """A round once it has been paired. ``version`` grows with every edit, so that a stale edit is refused."""

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        CLOSED = "closed", _("closed")

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    version = models.PositiveIntegerField(default=0)
    run = models.ForeignKey("PairingRun", null=True, on_delete=models.PROTECT, related_name="+")
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["division", "number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="round_number_once_per_division"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=MAX_ROUNDS), name="round_number_in_range"),
            models.CheckConstraint(condition=Q(state__in=["draft", "published", "closed"]), name="round_known_state"),
        ]

    def __str__(self) -> str:
        return f"{self.division} · {self.number}"


class PairingRun(models.Model):
    """One computation of a round's pairings: everything needed to do it again and to explain every pair. Only added."""

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="pairing_runs")
    round_number = models.PositiveSmallIntegerField()
    system = models.CharField(max_length=40)
    seed = models.BigIntegerField()
    engine_version = models.CharField(max_length=20)
    fingerprint = models.CharField(max_length=64)
    snapshot = models.JSONField()
    plan = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    def __str__(self) -> str:
        return f"{self.system} for {self.division} · {self.round_number}"


class Pairing(models.Model):
    """A game to be played (two seats) or a bye (one seat)."""

    class Kind(models.TextChoices):
        GAME = "game", _("game")
        BYE = "bye", _("bye")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.GAME)
    table_number = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)

    class Meta:
        ordering = ["round", F("table_number").asc(nulls_last=True), "pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table_number"], name="pairing_table_once_per_round"),
            models.CheckConstraint(
                condition=Q(kind="game", table_number__isnull=False, table_number__gte=1)
                | Q(kind="bye", table_number__isnull=True),
                name="pairing_game_has_table",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.table_number or self.kind}"


class Seat(models.Model):
    """An entry at a pairing: position 1 plays first, 2 second. ``round`` is the pairing's, so that nobody sits twice in one round."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["pairing", "position"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="seat_entry_once_per_round"),
            models.UniqueConstraint(fields=["pairing", "position"], name="seat_position_once_per_pairing"),
            models.CheckConstraint(condition=Q(position__in=[1, 2]), name="seat_position_first_or_second"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} at {self.pairing_id}/{self.position}"


class SlipLink(models.Model):
    """The private address printed on a pairing's slip.

    The key is made from the server's secret and ``nonce``, so that a slip can be printed again; only its hash
    is stored. Revoking ends it; a new row has a new nonce and so another key.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="slip_links")
    nonce = models.CharField(max_length=32)
    key_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["key_hash"], name="slip_link_key_once"),
            models.UniqueConstraint(
                fields=["pairing"], condition=Q(revoked_at__isnull=True), name="slip_link_one_live_per_pairing"
            ),
        ]

    def __str__(self) -> str:
        return f"link of {self.pairing_id}"


class Submission(models.Model):
    """What somebody reported about a game: a fact that is never changed. A second thought is another submission that supersedes it."""

    class Channel(models.TextChoices):
        LINK = "link", _("slip link")
        OFFICIAL = "official", _("official's entry")
        API = "api", _("API")
        IMPORT = "import", _("import")

    class Side(models.TextChoices):
        FIRST = "first", _("first player")
        SECOND = "second", _("second player")
        OFFICIAL = "official", _("official")

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="submissions")
    channel = models.CharField(max_length=10, choices=Channel.choices)
    side = models.CharField(max_length=10, choices=Side.choices)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    client_token = models.CharField(
        max_length=40, help_text="Made by the form; the same token again is the same submission."
    )
    kind = models.CharField(max_length=20, choices=ResultKind.choices, default=ResultKind.PLAYED)
    first_score = models.SmallIntegerField(null=True, blank=True)
    second_score = models.SmallIntegerField(null=True, blank=True)
    record = models.ForeignKey("games.GameRecord", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    supersedes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="superseded_by"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pairing", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "client_token"], name="submission_token_once_per_pairing"),
            models.CheckConstraint(condition=_scores_iff_played(), name="submission_scores_iff_played"),
            models.CheckConstraint(
                condition=_score_or_null("first_score") & _score_or_null("second_score"),
                name="submission_scores_in_range",
            ),
            models.CheckConstraint(condition=Q(kind__in=RESULT_KINDS), name="submission_known_kind"),
            models.CheckConstraint(condition=Q(side__in=["first", "second", "official"]), name="submission_known_side"),
            models.CheckConstraint(
                condition=Q(channel__in=["link", "official", "api", "import"]), name="submission_known_channel"
            ),
            models.CheckConstraint(condition=~Q(client_token=""), name="submission_has_token"),
        ]

    def __str__(self) -> str:
        return f"{self.side}: {self.kind} {self.first_score}–{self.second_score}"


class ResultRuling(models.Model):
    """An official's decision about a game's result, with its reason. Later rulings count over earlier ones; none is changed."""

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="rulings")
    official = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    kind = models.CharField(max_length=20, choices=ResultKind.choices)
    first_score = models.SmallIntegerField(null=True, blank=True)
    second_score = models.SmallIntegerField(null=True, blank=True)
    reason = models.TextField(_("reason"), max_length=2000)
    after_submission = models.ForeignKey(
        Submission,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="The last report that the official could know; later ones came after the decision.",
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pairing", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="ruling_has_reason"),
            models.CheckConstraint(condition=_scores_iff_played(), name="ruling_scores_iff_played"),
            models.CheckConstraint(
                condition=_score_or_null("first_score") & _score_or_null("second_score"), name="ruling_scores_in_range"
            ),
            models.CheckConstraint(condition=Q(kind__in=RESULT_KINDS), name="ruling_known_kind"),
        ]

    def __str__(self) -> str:
        return f"ruling on {self.pairing_id}: {self.kind}"


class Result(models.Model):
    """The pairing's current result, derived from its submissions and rulings. ``version`` grows with each change."""

    class State(models.TextChoices):
        PENDING = "pending", _("waiting for the other player")
        CONFIRMED = "confirmed", _("confirmed")
        CONFLICT = "conflict", _("the reports differ")

    pairing = models.OneToOneField(Pairing, on_delete=models.PROTECT, related_name="result")
    state = models.CharField(max_length=10, choices=State.choices)
    kind = models.CharField(max_length=20, choices=ResultKind.choices)
    first_score = models.SmallIntegerField(null=True, blank=True)
    second_score = models.SmallIntegerField(null=True, blank=True)
    record = models.ForeignKey("games.GameRecord", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    ruling = models.ForeignKey(ResultRuling, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    late_difference = models.BooleanField(
        default=False, help_text="Somebody reported otherwise after the result was confirmed; an official should look."
    )
    version = models.PositiveIntegerField(default=1)
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["pending", "confirmed", "conflict"]), name="result_known_state"
            ),
            models.CheckConstraint(condition=Q(kind__in=RESULT_KINDS), name="result_known_kind"),
            models.CheckConstraint(condition=_scores_iff_played(), name="result_scores_iff_played"),
            models.CheckConstraint(
                condition=_score_or_null("first_score") & _score_or_null("second_score"), name="result_scores_in_range"
            ),
            models.CheckConstraint(
                condition=Q(state="confirmed", confirmed_at__isnull=False)
                | (~Q(state="confirmed") & Q(confirmed_at__isnull=True)),
                name="result_confirmed_has_time",
            ),
            models.CheckConstraint(
                condition=Q(late_difference=False) | Q(state="confirmed"),
                name="result_late_difference_after_confirmation",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.state}: {self.kind} {self.first_score}–{self.second_score}"
