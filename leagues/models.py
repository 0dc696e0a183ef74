"""Leagues of a club: seasons of several divisions, in which the games of many events count, with promotion and relegation."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player
from clubs.names import by_name
from core.constraints import filled, in_range, one_of
from tournaments.models import Division
from tournaments.settings.choices import MAX_POINTS

#: Most divisions of a season, and most places that go up and down between two of them.
MAX_LEAGUE_DIVISIONS = 20
MAX_EXCHANGE = 50
#: Most events whose games count for one division of a season.
MAX_COUNTING_EVENTS = 200


class League(models.Model):
    """A league, ladder or club championship. Its rules belong to each season, so that an old table stays what it was."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="leagues")
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=60)
    about = models.TextField(_("about"), blank=True, max_length=2000)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = [*by_name(), "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="league_slug_once_per_club"),
            filled("league_has_name", "name"),
            filled("league_has_slug", "slug"),
        ]

    def __str__(self) -> str:
        return self.name


class LeagueSeason(models.Model):
    """One season with its rules. What a setting means is said in ``docs/leagues.md``.

    ``open_to_all``: who plays in a counted event belongs to its division unless named as a player of another; otherwise
    only players are in the table.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("in preparation")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=120)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"), null=True, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    open_to_all = models.BooleanField(_("open to all"), default=True)
    best_events = models.PositiveSmallIntegerField(_("best events that count"), null=True, blank=True)
    min_games = models.PositiveSmallIntegerField(_("games needed to be ranked"), default=1)
    win_points = models.PositiveSmallIntegerField(_("points for a win"), default=2)
    tie_points = models.PositiveSmallIntegerField(_("points for a tie"), default=1)
    loss_points = models.PositiveSmallIntegerField(_("points for a loss"), default=0)
    bye_half_wins = models.PositiveSmallIntegerField(_("a bye counts"), default=2)
    standings_order = models.CharField(max_length=200, default="points spread")

    class Meta:
        ordering = ["league", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="league_season_number_once"),
            models.UniqueConstraint(
                fields=["league"], condition=~Q(state="finished"), name="league_season_one_unfinished"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="league_season_number_positive"),
            filled("league_season_has_name", "name"),
            one_of("league_season_known_state", "state", ["draft", "running", "finished"]),
            models.CheckConstraint(
                condition=Q(ends_on__isnull=True) | Q(ends_on__gte=F("starts_on")), name="league_season_days_in_order"
            ),
            models.CheckConstraint(
                condition=Q(best_events__isnull=True) | Q(best_events__gte=1), name="league_season_best_positive"
            ),
            models.CheckConstraint(
                condition=Q(
                    win_points__gt=F("loss_points"),
                    win_points__gte=F("tie_points"),
                    tie_points__gte=F("loss_points"),
                    win_points__lte=MAX_POINTS,
                    loss_points__gte=0,
                ),
                name="league_season_points_in_order",
            ),
            models.CheckConstraint(condition=Q(bye_half_wins__lte=2), name="league_season_bye_at_most_a_win"),
            models.CheckConstraint(
                condition=Q(standings_order__regex=r"^[a-z_]+( [a-z_]+)*$"), name="league_season_order_form"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league} · {self.name}"


class SeasonCheck(models.Model):
    """What ``script/auditor.py`` last said of a season's tables: how many ``differences``. ``seal``: SHA-256 of these tables,
    so that the answer is only shown beside them."""

    season = models.OneToOneField(LeagueSeason, on_delete=models.CASCADE, related_name="check_of_tables")
    seal = models.CharField(max_length=64)
    auditor = models.CharField(max_length=20)
    checked_at = models.DateTimeField(default=timezone.now)
    differences = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            filled("season_check_names_auditor", "auditor"),
            filled("season_check_has_seal", "seal"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.differences} differences"


class LeagueDivision(models.Model):
    """A division of a season, 1 = the top. ``exchange``: this many are promoted to the division above, and as many relegated from it."""

    season = models.ForeignKey(LeagueSeason, on_delete=models.CASCADE, related_name="divisions")
    name = models.CharField(_("name"), max_length=60)
    slug = models.SlugField(max_length=60)
    position = models.PositiveSmallIntegerField()
    exchange = models.PositiveSmallIntegerField(_("promotion and relegation places"), default=0)

    class Meta:
        ordering = ["season", "position"]
        constraints = [
            models.UniqueConstraint(fields=["season", "slug"], name="league_division_slug_once"),
            models.UniqueConstraint(fields=["season", "position"], name="league_division_position_once"),
            filled("league_division_has_name", "name"),
            in_range("league_division_position_in_range", "position", 1, MAX_LEAGUE_DIVISIONS),
            models.CheckConstraint(
                condition=Q(exchange=0) | Q(position__gt=1, exchange__lte=MAX_EXCHANGE),
                name="league_division_exchange_with_above",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season} · {self.name}"


class CountingEvent(models.Model):
    """The games of one division of an event count for a division of a season."""

    league_division = models.ForeignKey(LeagueDivision, on_delete=models.CASCADE, related_name="counting_events")
    event_division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="counted_in")

    class Meta:
        ordering = ["league_division", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["league_division", "event_division"], name="counting_event_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event_division_id} → {self.league_division_id}"


class SeasonPlayer(models.Model):
    """Where a player is in a season, how that came about, and the director's reason if it is not what was proposed.

    Without ``division`` the player of the season before does not return: nobody is lost from the list.
    """

    class Came(models.TextChoices):
        NEW = "new", _("new")
        STAY = "stay", _("stays")
        UP = "up", _("promoted")
        DOWN = "down", _("relegated")
        OUT = "out", _("not continuing")

    season = models.ForeignKey(LeagueSeason, on_delete=models.CASCADE, related_name="season_players")
    division = models.ForeignKey(LeagueDivision, null=True, on_delete=models.CASCADE, related_name="season_players")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="league_places")
    came = models.CharField(max_length=4, choices=Came.choices, default=Came.NEW)
    reason = models.CharField(_("reason"), max_length=300, blank=True)

    class Meta:
        ordering = ["season", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="season_player_once_per_season"),
            one_of("season_player_known_move", "came", ["new", "stay", "up", "down", "out"]),
            models.CheckConstraint(
                condition=Q(came="out", division__isnull=True) | ~Q(came="out") & Q(division__isnull=False),
                name="season_player_out_has_no_division",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.division_id}"
