"""New events from a template, or like an earlier event of the club: only name and day differ."""

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Club, User
from games.registry import DEFAULT_GAME, GAMES
from lexicon.queries import visible_to
from ratings.models import RatingPool
from tournaments.engine.event_templates import EVENT_TEMPLATES, EventTemplate
from tournaments.errors import TournamentError
from tournaments.inputs.events import DivisionInput, EventInput
from tournaments.labels import translated
from tournaments.models import MAX_ROUNDS, Division, DivisionPool, Event, new_settings
from tournaments.queries.dictionaries import default_edition
from tournaments.services.events.announcement import add_schedule_item, plan_rounds
from tournaments.services.events.events import add_division, create_event, update_division
from tournaments.services.rating_link.lists import choose_pools, refuse_unfit
from tournaments.services.rounds.round_plan import copy_plan, read_typed_plan, set_plan
from tournaments.services.standings.standings import input_of
from tournaments.settings import DivisionSettings
from tournaments.settings.metadata import settings_in

#: In place of a template's key: like the club's last event.
LIKE_LAST = "like_last"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEventInput:
    """What a new event from a template is asked for: its name and day. ``players``: how many will play, where that is known."""

    name: str
    starts_on: date
    players: int | None = None


@transaction.atomic
def create_from_template(*, actor: User, club: Club, key: str, data: NewEventInput) -> Event:
    """An event in preparation by a template, with the club's dictionary and rating list for its game.

    Raises TournamentError for an unknown template, and as ``create_event``.
    """
    if key not in EVENT_TEMPLATES:
        raise TournamentError(_("There is no such template. Choose one from the list."), code="template")
    template = EVENT_TEMPLATES[key]
    division = _division_by(club, template, data)
    event = create_event(
        actor=actor,
        club=club,
        data=EventInput(
            name=data.name or translated(template.title),
            starts_on=data.starts_on,
            place=club.place,
            map_url=club.map_url,
            division=division,
        ),
    )
    made = Division.objects.select_related("event").get(event=event)
    if template.plan:
        set_plan(actor=actor, division=made, first=1, plan=read_typed_plan(made, template.plan))
    _schedule(actor, event, template)
    return event


def _division_by(club: Club, template: EventTemplate, data: NewEventInput) -> DivisionInput:
    game = GAMES[template.game]
    settings: dict[str, Any] = {
        name: one for name, one in _suggested(game.key).items() if name not in template.settings
    }
    settings |= template.settings
    if template.everybody and data.players is not None and data.players > 1:
        settings["rounds_planned"] = min(MAX_ROUNDS, data.players - 1 if data.players % 2 == 0 else data.players)
    version = default_edition(club, game.dictionaries(visible_to(club)), data.starts_on)
    made = DivisionInput(
        game=game.key,
        rules_slug=game.default_rules,
        lexicon_version_id=version.pk if version else None,
        settings=new_settings().changed(**settings),
    )
    return replace(made, rating_pool_id=_pool_for(club, made))


def _suggested(game: str) -> dict[str, Any]:
    """What the form of a new division offers at this game in place of the defaults."""
    offered = {name: one.suggest(GAMES[game]) for name, one in settings_in(DivisionSettings).items() if one.suggest}
    return {name: value for name, value in offered.items() if value is not None}


def _pool_for(club: Club, data: DivisionInput) -> int | None:
    """The rating list of the club's last event of this game, if it accepts the division; else the only one that does."""
    event = Event(club=club, name="", starts_on=date.min)
    division = Division(event=event, **{name: getattr(data, name) for name in ("game", "rules_slug", "settings")})
    division.lexicon_version_id = data.lexicon_version_id
    fitting: list[int] = []
    own: list[int] = []
    for pool in RatingPool.objects.filter(club=club).order_by("pk"):
        try:
            refuse_unfit(division, [pool])
        except TournamentError:
            continue
        fitting.append(pool.pk)
        if pool.game == data.game or data.game == DEFAULT_GAME:  # a list for any game is not taken over by another one
            own.append(pool.pk)
    used = Division.objects.filter(event__club=club, game=data.game, rating_pool__in=fitting).order_by("-pk")
    last = used.values_list("rating_pool_id", flat=True).first()
    return last or (own[0] if len(own) == 1 else None)


def _schedule(actor: User, event: Event, template: EventTemplate) -> None:
    """The times of the template, in the event's time zone."""

    def at(day: int, minutes: int) -> datetime:
        moment = time(minutes // 60, minutes % 60)
        return datetime.combine(event.starts_on + timedelta(days=day - 1), moment, event.zone)

    for session in template.sessions:
        plan_rounds(
            actor=actor,
            event=event,
            first=session.first,
            last=session.last,
            starts_at=at(session.day, session.starts),
            minutes=session.minutes,
        )
    for one in template.breaks:
        add_schedule_item(
            actor=actor,
            event=event,
            starts_at=at(one.day, one.starts),
            minutes=one.minutes,
            title=translated(one.title),
        )


@transaction.atomic
def create_like(*, actor: User, event: Event, data: NewEventInput) -> Event:
    """An event in preparation with the divisions, settings and rating lists of an earlier one, its place and its fees.

    Raises as ``create_event``, and TournamentError for a test copy.
    """
    divisions = list(Division.objects.filter(event=event).select_related("rating_pool").order_by("position"))
    if event.what_if_of_id is not None or not divisions:
        raise TournamentError(_("Choose another event to copy the settings from."), code="template")
    inputs = [like_division(division) for division in divisions]
    new = create_event(
        actor=actor,
        club=event.club,
        data=EventInput(
            name=data.name or event.name,
            starts_on=data.starts_on,
            table_links=event.table_links,
            visibility=event.visibility if event.visibility != Event.Visibility.LINK else Event.Visibility.AUTO,
            place=event.place,
            map_url=event.map_url,
            fees=event.fees,
            time_zone=event.time_zone,
            hide_entries=event.hide_entries,
            division=inputs[0],
        ),
    )
    for item in inputs[1:]:
        add_division(actor=actor, event=new, data=item)
    for division, last in zip(Division.objects.filter(event=new).order_by("position"), divisions, strict=True):
        division.event = new
        copy_plan(actor=actor, division=division, like=last)
        rate_like(actor, division, last)
    return new


def last_event(club: Club) -> Event | None:
    """The club's event that “like last time” copies: the newest that has begun, without test copies and copies that are not released."""
    events = Event.objects.filter(club=club, what_if_of=None, private=False).select_related("club")
    return events.filter(starts_on__lte=timezone.localdate()).first() or events.last()


@transaction.atomic
def create_by(*, actor: User, club: Club, key: str, data: NewEventInput) -> Event:
    """An event by a template, or by ``LIKE_LAST`` like the club's last one. Raises as the two."""
    if key != LIKE_LAST:
        return create_from_template(actor=actor, club=club, key=key, data=data)
    like = last_event(club)
    if like is None:
        raise TournamentError(_("The club has no events yet. Choose a template."), code="template")
    return create_like(actor=actor, event=like, data=data)


def like_division(last: Division) -> DivisionInput:
    """The settings of a new division like this one, with a draw of its own; without its rating list (``rate_like``)."""
    return replace(input_of(last), rating_pool_id=None).with_settings(seed=new_settings().seed)


def rate_like(actor: User, division: Division, last: Division) -> None:
    """Rate the division in the pools of the last one. Its own pool comes last: it may be for club play only."""
    further = DivisionPool.objects.filter(division=last).values_list("pool_id", flat=True)
    chosen = choose_pools(
        actor=actor,
        division=division,
        pools=list(further),
        play_type=last.settings.play_type,
        rate_games=last.settings.rate_games,
        show_chances=last.settings.show_chances,
    )
    if last.rating_pool_id is not None:
        data = replace(input_of(chosen), rating_pool_id=last.rating_pool_id)
        update_division(actor=actor, division=chosen, data=data)
