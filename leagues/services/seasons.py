"""Use cases of a season's course: its start and end, the next season, and its players."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs.models import Player, User
from leagues import engine
from leagues.inputs import SEASON_RULES
from leagues.models import CountingEvent, LeagueDivision, LeagueSeason, SeasonPlayer
from leagues.queries import previous_of, season_tables, unfinished_events
from leagues.services.leagues import lock_open_season, lock_season, log
from ratings.queries.players import same_person
from tournaments.engine.importers import roster as parsed
from tournaments.errors import NotReadyError, TournamentError
from tournaments.services.entries.same_names import NEW_PLAYER, WhoIsMeantError, club_names, store_spellings

_MAX_REASON = 300


@transaction.atomic
def start_season(*, actor: User, season: LeagueSeason) -> LeagueSeason:
    """Make a season in preparation public; once it runs it cannot be deleted. Starting again changes nothing."""
    current = lock_open_season(actor, season)
    if current.state == LeagueSeason.State.DRAFT:
        _set_state(actor, current, LeagueSeason.State.RUNNING, "season.started")
    return current


@transaction.atomic
def finish_season(*, actor: User, season: LeagueSeason) -> LeagueSeason:
    """End a running season. Raises NotReadyError naming the counted events that are not finished, and without any event."""
    current = lock_open_season(actor, season)
    if current.state != LeagueSeason.State.RUNNING:
        raise NotReadyError(_("The season has not started yet."))
    if not CountingEvent.objects.filter(league_division__season=current).exists():
        raise NotReadyError(_("No event counts for the season yet, so it cannot be finished."))
    if events := unfinished_events(current):
        names = "; ".join(f"{event.name} ({date_format(event.starts_on)})" for event in events)
        raise NotReadyError(_("Finish these events first, or stop counting them: %(names)s.") % {"names": names})
    _set_state(actor, current, LeagueSeason.State.FINISHED, "season.finished")
    return current


@transaction.atomic
def reopen_season(*, actor: User, season: LeagueSeason, reason: str) -> LeagueSeason:
    """Reopen a finished season. Raises TournamentError without a reason, or when there is a next season already."""
    current = lock_season(actor, season)
    if current.state != LeagueSeason.State.FINISHED:
        raise TournamentError(_("“%(season)s” is not finished.") % {"season": current.name}, code="not_finished")
    if LeagueSeason.objects.filter(league=current.league, number__gt=current.number).exists():
        raise TournamentError(
            _("The next season was created from this one. Delete that one first; this is possible until it starts."),
            code="followed",
        )
    if not reason.strip():
        raise TournamentError(_("Say why you are reopening the season."), code="reason")
    _set_state(actor, current, LeagueSeason.State.RUNNING, "season.reopened", reason)
    return current


def _set_state(actor: User, season: LeagueSeason, state: str, verb: str, reason: str = "") -> None:
    season.state = state
    season.save(update_fields=["state"])
    log(actor, season, verb, reason=reason)


@transaction.atomic
def delete_season(*, actor: User, season: LeagueSeason) -> None:
    """Delete a season that has not been started, with its divisions and list of players; events stay. Raises TournamentError."""
    current = lock_open_season(actor, season)
    if current.state != LeagueSeason.State.DRAFT:
        raise TournamentError(_("The season has started; only one in preparation can be deleted."), code="started")
    season_players = SeasonPlayer.objects.filter(season=current).order_by("pk")
    before: dict[str, object] = {"players": list(season_players.values_list("player", "division__name"))}
    log(actor, current, "season.deleted", before=before)
    current.delete()


@transaction.atomic
def next_season(*, actor: User, season: LeagueSeason) -> LeagueSeason:
    """The season after a finished one, in preparation: the same rules and divisions, everybody where the tables send them.

    If there is one already, it is returned as it is. Raises NotReadyError for a season that is not finished.
    """
    current = lock_season(actor, season)
    following = LeagueSeason.objects.filter(league=current.league, number=current.number + 1).first()
    if following is not None:
        return following
    if current.state != LeagueSeason.State.FINISHED:
        raise NotReadyError(_("Finish the season first: the next one follows from its tables."))
    proposal = LeagueSeason.objects.create(
        league=current.league,
        number=current.number + 1,
        name=_("Season %(number)d") % {"number": current.number + 1},
        starts_on=max(timezone.localdate(), current.ends_on or current.starts_on),
        **{name: getattr(current, name) for name in SEASON_RULES},
    )
    tables = season_tables(current)
    divisions = LeagueDivision.objects.bulk_create(
        LeagueDivision(
            season=proposal,
            name=table.division.name,
            slug=table.division.slug,
            position=table.division.position,
            exchange=table.division.exchange,
        )
        for table in tables
    )
    proposed = engine.proposal([table.standing for table in tables])
    SeasonPlayer.objects.bulk_create(
        SeasonPlayer(
            season=proposal,
            division=None if item.after is None else divisions[item.after],
            player_id=item.player,
            came=item.move,
        )
        for item in proposed
    )
    log(actor, proposal, "season.proposed", after={"from": current.name, "moves": _counted(proposed)})
    return proposal


def _counted(proposed: Sequence[engine.Proposed]) -> dict[str, int]:
    moves = [item.move for item in proposed]
    return {move: moves.count(move) for move in sorted(set(moves))}


@transaction.atomic
def add_player(*, actor: User, division: LeagueDivision, name: str, same_as: int | None = None) -> SeasonPlayer:
    """Put a player on the list of a division: the club's player of this name, or a new one. Raises TournamentError.

    Of merged players the one that remains. ``same_as``: the player meant where names are only similar, an id or
    ``NEW_PLAYER``; without it that raises WhoIsMeantError.
    """
    season = lock_open_season(actor, division.season)
    try:
        clean_name = parsed.clean_name(name)
    except parsed.BadLine as error:
        raise TournamentError(
            _("“%(name)s” cannot be a player's name: type 1 to %(max)d characters.")
            % {"name": name[:20], "max": parsed.MAX_NAME},
            code="name",
        ) from error
    club = season.league.club
    same = same_person()
    names = Player.objects.filter(home_club=club).order_by("pk").values_list("pk", "name")
    matches = {same.get(pk, pk) for pk, known in names if known.casefold() == clean_name.casefold()}
    if len(matches) > 1:
        raise TournamentError(
            _(
                "The club has several players called %(name)s. Enter the right one in an event that "
                "counts, and add them from there."
            )
            % {"name": clean_name},
            code="namesakes",
        )
    pk = matches.pop() if matches else _similar_player(club.pk, clean_name, dict(names), same_as)
    player = Player.objects.get(pk=pk) if pk else Player.objects.create(name=clean_name, home_club=club)
    season_player = _place_of(season, player.pk, same)
    if season_player is not None:
        where = season_player.division.name if season_player.division else SeasonPlayer.Came.OUT.label
        raise TournamentError(
            _("%(name)s is already in this season (%(where)s); change it there.")
            % {"name": player.name, "where": where},
            code="in_season",
        )
    return _join(actor, season, division, [player.pk])[0]


def _similar_player(club_id: int, name: str, names: Mapping[int, str], same_as: int | None) -> int | None:
    """The player that a name nobody has exactly stands for; None for a new one. Raises WhoIsMeantError, TournamentError."""
    if same_as == NEW_PLAYER:
        return None
    if same_as is not None and same_as not in names:
        raise TournamentError(_("That player is not in the club."), code="name")
    if same_as is not None:
        store_spellings(club_id, [(name, same_as)])
        return same_as
    known = club_names(club_id, names)
    alias = known.alias(name)
    similar = known.similar(name) if alias is None else ()
    if similar:
        raise WhoIsMeantError(name, similar)
    return alias


def _place_of(season: LeagueSeason, person: int, same: Mapping[int, int]) -> SeasonPlayer | None:
    """A player's row in the season, under whichever of the merged ones; as in its tables that of the remaining one decides."""
    merged = [player for player, other in same.items() if other == person]
    season_players = SeasonPlayer.objects.select_related("division").filter(season=season, player__in=[person, *merged])
    return max(
        season_players, key=lambda season_player: (season_player.player_id == person, season_player.pk), default=None
    )


@transaction.atomic
def add_guests(*, actor: User, division: LeagueDivision) -> list[SeasonPlayer]:
    """Put everybody who is entered in the division's events, and in no division of the season, on the list of this one."""
    season = lock_open_season(actor, division.season)
    table = next((table for table in season_tables(season) if table.division.pk == division.pk), None)
    if table is None:
        raise TournamentError(_("This division has since been removed."), code="gone")
    return _join(actor, season, division, [guest.player_id for guest in table.guests if not guest.elsewhere])


def _join(actor: User, season: LeagueSeason, division: LeagueDivision, players: Sequence[int]) -> list[SeasonPlayer]:
    before = _places_before(season)
    position = _position(season, division)
    season_players = []
    for player in players:
        came = engine.move_of(before.get(player), position)
        season_player, _created = SeasonPlayer.objects.update_or_create(
            season=season, player_id=player, defaults={"division": division, "came": came}
        )
        season_players.append(season_player)
        log(actor, season, "season.member_added", after={"player": player, "division": division.name, "came": came})
    return season_players


def _position(season: LeagueSeason, division: LeagueDivision) -> int:
    """The division's place from the top, 0 the first. Raises TournamentError for one of another season."""
    position = LeagueDivision.objects.filter(pk=division.pk, season=season).values_list("position", flat=True).first()
    if position is None:
        raise TournamentError(_("This division has since been removed."), code="gone")
    return position - 1


def _places_before(season: LeagueSeason) -> Mapping[int, int]:
    """Where everybody was in the season before: player → place of the division from the top."""
    previous = previous_of(season)
    if previous is None:
        return {}
    return {row.line.player: place for place, table in enumerate(season_tables(previous)) for row in table.rows}


@transaction.atomic
def move_player(
    *, actor: User, season: LeagueSeason, player: Player, division: LeagueDivision | None, reason: str
) -> SeasonPlayer:
    """Put a player into another division of the season than proposed, or (None) into none.

    In an open season this also settles the division of a player who is listed for having played. Of merged players the one
    that remains is moved. Raises TournamentError without a reason, and where a player would leave a running season.
    """
    current = lock_open_season(actor, season)
    if division is None and current.state != LeagueSeason.State.DRAFT:
        raise TournamentError(
            _("The season is running, so its players stay in its tables. Withdraw the player from future events."),
            code="running",
        )
    if not reason.strip():
        raise TournamentError(_("Give a reason; it is shown next to the player's name."), code="reason")
    if len(reason.strip()) > _MAX_REASON or not reason.isprintable():
        raise TournamentError(_("A reason can have at most %(max)d characters.") % {"max": _MAX_REASON}, code="reason")
    same = same_person()
    person = same.get(player.pk, player.pk)
    listed = {row.line.player for table in season_tables(current) for row in table.rows}
    earlier = _place_of(current, person, same)
    if earlier is None and person not in listed:
        raise TournamentError(_("%(name)s is not in this season.") % {"name": player.name}, code="gone")
    after = None if division is None else _position(current, division)
    values = {
        "division": division,
        "came": engine.move_of(_places_before(current).get(person), after),
        "reason": reason.strip(),
    }
    season_player, _created = SeasonPlayer.objects.update_or_create(season=current, player_id=person, defaults=values)
    log(
        actor,
        current,
        "season.member_moved",
        before={"player": person, "division": earlier.division.name if earlier and earlier.division else None},
        after={"player": person, "division": division.name if division else None, "came": season_player.came},
        reason=reason,
    )
    return season_player
