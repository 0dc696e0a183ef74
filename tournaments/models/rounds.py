"""Rounds, how they were paired, who sits where, and the private links of the slips."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.links import Link, link_constraints
from core.constraints import in_range, one_of
from tournaments.engine.pairing import SYSTEMS
from tournaments.models.events import Division, Entry
from tournaments.settings.choices import MAX_ROUNDS, MAX_SCORE, MAX_SEATS


class Round(models.Model):
    """A round once it has been paired. ``version`` grows with every edit, so that a stale edit is refused.

    ``chance_system``: the rating system of its games' win chances, calculated when it was published; "" without.
    """

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
    chance_system = models.CharField(max_length=40, blank=True, default="")

    class Meta:
        ordering = ["division", "number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="round_number_once_per_division"),
            in_range("round_number_in_range", "number", 1, MAX_ROUNDS),
            one_of("round_known_state", "state", ["draft", "published", "closed"]),
        ]

    def __str__(self) -> str:
        return f"{self.division} · {self.number}"


class PairingRun(models.Model):
    """One calculation of a round's pairings: everything needed to repeat it and to explain every pair. Only added."""

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

    @property
    def plays_for_prizes(self) -> bool:
        """Whether the prizes decide anything in how the run paired."""
        system = SYSTEMS.get(self.plan.get("used") or self.system)
        return (system is not None and system.for_prizes) or bool(self.plan["rules"].get("gibson"))


class RecordVisibility(models.TextChoices):
    """Who may see the moves of a game whose result is public."""

    PUBLIC = "public", _("public: everyone; shown in lists")
    UNLISTED = "unlisted", _("unlisted: anyone with the link")
    PRIVATE = "private", _("private: the players and officials")


class Pairing(models.Model):
    """A game with two seats, at a club table up to eight; or a bye or announced forfeit, with one.

    ``sheet_returned_at``: when the paper sheet came back to the desk. ``first_chance``: the first player's win chance from 0 to 1
    when the round was published; None if unknown. ``broken_rules``: the rules that a change by hand breaks, as codes separated by
    blanks (``RULE_NAMES``), and ``broken_reason``, why it was published anyway. ``spread``: of a bye or forfeit, where it is not
    the division's. ``starter_known`` False: nobody knows who went first (an imported file does not say, or the table has yet to
    draw), so the game counts as a first for neither. ``drawn_tiles``: what was drawn for the first move, by seats, with blanks between.
    ``goes_on``: the seat, 1 or 2, that goes on from a knock-out match that ends level with this game, where the director said so.
    ``record_visibility``: who may see its record once the result is in. ``run``: of a game from the queue, the run that paired it;
    all others are their round's.
    """

    class Kind(models.TextChoices):
        GAME = "game", _("game")
        BYE = "bye", _("bye")
        FORFEIT = "forfeit", _("forfeit")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.GAME)
    table_number = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    sheet_returned_at = models.DateTimeField(null=True, blank=True)
    first_chance = models.FloatField(null=True, blank=True)
    broken_rules = models.CharField(max_length=200, blank=True, default="")
    broken_reason = models.CharField(max_length=300, blank=True, default="")
    spread = models.SmallIntegerField(null=True, blank=True)
    starter_known = models.BooleanField(default=True)
    drawn_tiles = models.CharField(max_length=100, blank=True, default="")
    goes_on = models.PositiveSmallIntegerField(null=True, blank=True)
    record_visibility = models.CharField(
        max_length=10, choices=RecordVisibility.choices, default=RecordVisibility.PUBLIC
    )
    run = models.ForeignKey(PairingRun, null=True, blank=True, on_delete=models.PROTECT, related_name="games")

    class Meta:
        ordering = ["round", F("table_number").asc(nulls_last=True), "pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table_number"], name="pairing_table_once_per_round"),
            models.CheckConstraint(
                condition=Q(kind="game", table_number__isnull=False, table_number__gte=1)
                | Q(kind__in=["bye", "forfeit"], table_number__isnull=True),
                name="pairing_game_has_table",
            ),
            models.CheckConstraint(
                condition=Q(kind="game") | Q(sheet_returned_at__isnull=True), name="pairing_sheet_is_of_a_game"
            ),
            models.CheckConstraint(
                condition=Q(first_chance__isnull=True) | Q(kind="game", first_chance__gte=0, first_chance__lte=1),
                name="pairing_chance_of_a_game",
            ),
            models.CheckConstraint(
                condition=Q(broken_rules="", broken_reason="") | ~Q(broken_rules="") & ~Q(broken_reason=""),
                name="pairing_broken_rules_with_reason",
            ),
            models.CheckConstraint(
                condition=Q(spread__isnull=True)
                | Q(kind__in=["bye", "forfeit"], spread__gte=-MAX_SCORE, spread__lte=MAX_SCORE),
                name="pairing_spread_of_no_game",
            ),
            models.CheckConstraint(condition=Q(starter_known=True) | Q(kind="game"), name="pairing_starter_of_a_game"),
            one_of("pairing_known_record_visibility", "record_visibility", RecordVisibility.values),
            models.CheckConstraint(
                condition=Q(drawn_tiles="") | Q(kind="game", starter_known=True),
                name="pairing_drawn_tiles_tell_the_first",
            ),
            models.CheckConstraint(condition=Q(run__isnull=True) | Q(kind="game"), name="pairing_run_of_a_game"),
            models.CheckConstraint(
                condition=Q(goes_on__isnull=True) | Q(kind="game", goes_on__in=[1, 2]),
                name="pairing_one_of_two_goes_on",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.table_number or self.kind}"


class Seat(models.Model):
    """An entry at a pairing: position 1 plays first, 2 second; a club table has up to eight.

    ``round`` is the pairing's, so that nobody sits twice in one round.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["pairing", "position"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="seat_entry_once_per_round"),
            models.UniqueConstraint(fields=["pairing", "position"], name="seat_position_once_per_pairing"),
            in_range("seat_position_at_a_table", "position", 1, MAX_SEATS),
        ]

    def __str__(self) -> str:
        return f"{self.entry} at {self.pairing_id}/{self.position}"


#: The letters of codes: no 0, O, 1 or I, which look alike.
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


class SlipLink(Link):
    """The shared address of a table for one game: whoever holds it can report, but not confirm.

    ``code``: five letters or digits to type instead, valid while the round takes reports (``services.results.slips``).
    """

    kind, opens = "tournaments.slip", "pairing_id"
    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="slip_links")
    code = models.CharField(max_length=5, blank=True, default="")

    class Meta:
        constraints = [
            *link_constraints("slip_link", "pairing"),
            models.UniqueConstraint(
                fields=["code"], condition=Q(ended_at__isnull=True) & ~Q(code=""), name="slip_link_code_once"
            ),
            models.CheckConstraint(
                condition=Q(code="") | Q(code__regex=f"^[{CODE_LETTERS}]{{5}}$"), name="slip_link_code_form"
            ),
        ]


class PersonalLink(Link):
    """One player's private address for a whole event, printed on a strip of paper or a badge."""

    kind, opens = "tournaments.personal", "entry_id"
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="personal_links")

    class Meta:
        constraints = link_constraints("personal_link", "entry")
