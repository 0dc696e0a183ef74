"""An archive brought in as an event of a club: first what would happen, with the questions it raises, then all of it or nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, Final
from uuid import UUID, uuid4

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.dateparse import parse_date
from django.utils.text import slugify
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import Club, Player, User
from clubs.permissions import Action, require
from clubs.services import free_slug
from core.wording import division_title
from games.errors import UnknownRulesError
from games.registry import GAMES
from lexicon.models import LexiconVersion
from lexicon.queries import visible_to
from ratings.labels import system_choices
from ratings.models import RatingPool
from ratings.services.openings import Opening, set_opening_ratings
from ratings.services.pools import Accepted, create_pool
from tournaments.errors import TournamentError
from tournaments.inputs.events import EVENT_SETTINGS, MAX_SLUG, EventChanges
from tournaments.models import Division, DivisionPool, Entry, Event, EventOrigin, Pairing, Round, SheetPhoto
from tournaments.permissions import require_action
from tournaments.services.archive.container import FACTS, LOG, Archive, damaged
from tournaments.services.archive.rows import Ids, Row, Rows, cleaned, photo_files, readable, table_rows
from tournaments.services.entries.personal_links import give_links
from tournaments.services.entries.same_names import NEW_PLAYER, ClubNames, Similar, club_names
from tournaments.services.events.events import free_event_slug
from tournaments.services.events.locking import follow_rounds, lock_event, scope, touch
from tournaments.services.rating_link import ledger
from tournaments.services.rating_link.lists import rate_played_games, refuse_unfit
from tournaments.services.results import slips
from tournaments.services.results.open_questions import review_event

#: The answer that a rating list is started anew.
NEW_LIST: Final = -1


@dataclass(frozen=True, slots=True)
class Answers:
    """What the director says: by ids of the archive, who a player is (an id of the club's, or ``NEW_PLAYER``), which edition and which
    rating list of this site are meant (None: none; ``NEW_LIST``: a new one). What is missing is decided by name and checksum."""

    players: Mapping[int, int] = field(default_factory=dict)
    dictionaries: Mapping[int, int | None] = field(default_factory=dict)
    lists: Mapping[int, int | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player of the archive: ``player`` is who it is here, None for a new one; ``asks``: somebody must say so first."""

    id: int
    name: str
    external_id: str
    country: str
    player: int | None
    similar: tuple[Similar, ...] = ()
    answer: int | None = None

    @property
    def asks(self) -> bool:
        """Whether it is open who is meant."""
        return bool(self.similar) and self.answer is None


@dataclass(frozen=True, slots=True)
class DictionaryLine:
    """An edition that the event was played with. ``version``: the one used here; ``same``: whether it has the same words."""

    id: int
    name: str
    label: str
    words: int
    language: str
    checksum: str
    version: LexiconVersion | None
    same: bool


@dataclass(frozen=True, slots=True)
class ListLine:
    """A rating list that the event counted for, and what it counts for here."""

    id: int
    name: str
    system: str
    system_name: str
    choice: int | None


@dataclass(frozen=True, slots=True)
class DivisionLine:
    """A division and how much of it there is."""

    name: str
    players: int
    rounds: int
    games: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What bringing the archive in would do. With any problem or open question nothing is brought in."""

    archive: Archive
    facts: Mapping[str, Any]
    divisions: tuple[DivisionLine, ...]
    counts: Mapping[str, int]
    players: tuple[PlayerLine, ...]
    dictionaries: tuple[DictionaryLine, ...]
    lists: tuple[ListLine, ...]
    problems: tuple[str, ...]
    existing: Event | None = None

    @property
    def questions(self) -> tuple[PlayerLine, ...]:
        """The players of whom somebody must say who they are."""
        return tuple(line for line in self.players if line.asks)

    @property
    def new_players(self) -> tuple[PlayerLine, ...]:
        """The players whom the club gets."""
        return tuple(line for line in self.players if line.player is None and not line.asks)

    @property
    def earlier(self) -> Event | None:
        """The event as this laptop ran it before, where the archive is for another stay; bringing it in puts that one aside."""
        return self.existing if self.existing is not None and _of_earlier_stay(self.existing, self.laptop_key) else None

    @property
    def known_players(self) -> tuple[PlayerLine, ...]:
        """The players who are known here."""
        return tuple(line for line in self.players if line.player is not None)

    @property
    def laptop_key(self) -> str:
        """The key, where the archive is for a laptop that is to run the event."""
        return _laptop_key(self.archive)


def _laptop_key(archive: Archive) -> str:
    laptop = archive.head.get("laptop")
    return str(laptop.get("key", ""))[:64] if isinstance(laptop, dict) else ""


def _of_earlier_stay(existing: Event, key: str) -> bool:
    """Whether the event is here because this laptop ran it once, and the archive gives it to the laptop again."""
    return bool(key) and EventOrigin.objects.filter(event=existing).exclude(key__in=["", key]).exists()


@readable
def plan(club: Club, archive: Archive, answers: Answers) -> Plan:
    """Read the archive's facts and say what bringing it in would do. Writes nothing. Raises ArchiveError for a damaged one."""
    facts = archive.json(FACTS)
    if not isinstance(facts.get("event"), dict):
        raise damaged(_("its table “%(table)s” cannot be read") % {"table": "event"})
    players = player_lines(club, table_rows(facts, "players"), answers.players)
    existing = Event.objects.filter(identity=UUID(archive.event["identity"])).select_related("club").first()
    again = existing is not None and _of_earlier_stay(existing, _laptop_key(archive))
    return Plan(
        archive=archive,
        facts=facts,
        divisions=tuple(_division_lines(facts)),
        counts={
            name: len(table_rows(facts, name))
            for name in ("submissions", "rulings", "records", "photos", "adjudications")
        },
        players=players,
        dictionaries=tuple(dictionary_lines(club, facts, answers.dictionaries)),
        lists=tuple(_list_lines(club, facts, answers.lists)),
        problems=tuple(_problems(club, facts, players, None if again else existing)),
        existing=existing,
    )


def _division_lines(facts: Mapping[str, Any]) -> list[DivisionLine]:
    rounds = table_rows(facts, "rounds")
    division_of = {row["id"]: row["division_id"] for row in rounds}
    games = [division_of[row["round_id"]] for row in table_rows(facts, "pairings") if row["kind"] == Pairing.Kind.GAME]
    players = [row["division_id"] for row in table_rows(facts, "entries")]
    return [
        DivisionLine(
            str(row["name"]),
            players.count(row["id"]),
            list(division_of.values()).count(row["id"]),
            games.count(row["id"]),
        )
        for row in table_rows(facts, "divisions")
    ]


@dataclass
class _Known:
    """The players of a club."""

    club: Club

    def __post_init__(self) -> None:
        rows = Player.objects.filter(home_club=self.club).order_by("pk").values_list("pk", "name", "external_id")
        self.names: dict[int, str] = {}
        self.by_name: dict[str, list[int]] = {}
        self.by_id: dict[str, int] = {}
        for pk, name, external_id in rows:
            self.names[pk] = name
            self.by_name.setdefault(name.casefold(), []).append(pk)
            if external_id:
                self.by_id[external_id.casefold()] = pk

    @cached_property
    def spellings(self) -> ClubNames:
        """Their names, to look similar ones up."""
        return club_names(self.club.pk, self.names)

    def line(self, row: Row, answer: int | None) -> PlayerLine:
        """Who the player of the archive is: by federation id, by the name that exactly one has, by an answer."""
        name = cleaned(Player._meta.get_field("name"), row["name"])
        external_id = cleaned(Player._meta.get_field("external_id"), row.get("external_id", ""))
        country = cleaned(Player._meta.get_field("country"), row.get("country", ""))
        of_player = row["id"], name, external_id, country
        if external_id.casefold() in self.by_id and external_id:
            return PlayerLine(*of_player, self.by_id[external_id.casefold()])
        if answer is not None and (answer == NEW_PLAYER or answer in self.names):
            return PlayerLine(*of_player, answer or None, self._similar(name, external_id), answer)
        with_id = set(self.by_id.values()) if external_id else set()
        named = [player for player in self.by_name.get(name.casefold(), []) if player not in with_id]
        alias = self.spellings.alias(name)
        if len(named) == 1:
            return PlayerLine(*of_player, named[0])
        if not named and alias is not None:
            return PlayerLine(*of_player, alias)
        return PlayerLine(*of_player, None, self._similar(name, external_id))

    def _similar(self, name: str, external_id: str) -> tuple[Similar, ...]:
        return self.spellings.similar(name, without=set(self.by_id.values()) if external_id else ())


def player_lines(club: Club, rows: Sequence[Row], answers: Mapping[int, int]) -> tuple[PlayerLine, ...]:
    """Who the players of an archive are in the club."""
    known = _Known(club)
    return tuple(known.line(row, answers.get(row["id"])) for row in rows)


def dictionary_lines(club: Club, facts: Mapping[str, Any], answers: Mapping[int, int | None]) -> list[DictionaryLine]:
    """The editions of an archive, and what is used for them here."""
    here = {version.pk: version for version in visible_to(club).order_by("pk")}
    by_checksum: dict[str, LexiconVersion] = {}
    for version in here.values():
        by_checksum.setdefault(version.checksum, version)
    lines = []
    for row in table_rows(facts, "dictionaries"):
        chosen = by_checksum.get(str(row["checksum"]))
        if row["id"] in answers:
            chosen = here.get(answers[row["id"]] or 0)
        same = chosen is not None and chosen.checksum == row["checksum"]
        texts = str(row["name"])[:120], str(row["label"])[:60], int(row["word_count"]), str(row["language"])[:10]
        lines.append(DictionaryLine(row["id"], *texts, str(row["checksum"])[:64], chosen, same))
    return lines


def _list_lines(club: Club, facts: Mapping[str, Any], answers: Mapping[int, int | None]) -> list[ListLine]:
    here = set(RatingPool.objects.filter(club=club).values_list("pk", flat=True)) | {NEW_LIST, None}
    names = dict(system_choices())
    return [
        ListLine(
            row["id"],
            str(row["name"])[:120],
            str(row["system"]),
            str(names.get(str(row["system"]), row["system"]))[:120],
            chosen if (chosen := answers.get(row["id"])) in here else None,
        )
        for row in table_rows(facts, "lists")
    ]


def _problems(club: Club, facts: Mapping[str, Any], players: Sequence[PlayerLine], existing: Event | None) -> list[str]:
    """Why the archive cannot be brought in, a sentence each."""
    problems = []
    if existing is not None:
        problems.append(
            _("This event is already here: “%(event)s” of %(club)s.") % {"event": existing.name, "club": existing.club}
        )
    if club.closed_at is not None:
        problems.append(_("This club is closed. Reopen it to hold events."))
    seen: dict[int, str] = {}
    for line in players:
        if line.player is not None and line.player in seen:
            problems.append(
                _(
                    "“%(one)s” and “%(other)s” would be the same player here. Give one of them a federation id, or say who they are."
                )
                % {"one": seen[line.player], "other": line.name}
            )
        elif line.player is not None:
            seen[line.player] = line.name
    for row in table_rows(facts, "divisions"):
        game = GAMES.get(str(row["game"]))
        if game is None:
            problems.append(
                _("%(division)s plays a game that this site does not know (%(game)s).")
                % {"division": division_title(row["name"]), "game": row["game"]}
            )
            continue
        try:
            division = Division._meta.get_field("settings").to_python(row["settings"])
            game.rules(row["rules_slug"], division.challenge, division.rule_options)
        except (UnknownRulesError, ValueError, KeyError, TypeError, ValidationError):
            problems.append(
                _("%(division)s has rules that this site does not know (%(rules)s). Update this site first.")
                % {"division": division_title(row["name"]), "rules": row["rules_slug"]}
            )
    return problems


@readable
def bring_in(*, actor: User, club: Club, archive: Archive, answers: Answers, aside: bool = False) -> Event:
    """Make the event; ``aside``: put the one of an earlier stay on this laptop aside.

    Raises TournamentError where ``plan`` has problems, questions or such an event, ArchiveError, PermissionDenied.
    """
    require(actor, club, Action.MANAGE_EVENT)
    planned = plan(club, archive, answers)
    if planned.problems:
        raise TournamentError(" ".join(planned.problems), code="problems")
    if planned.questions:
        raise TournamentError(_("Choose the player for each marked line; nothing has been brought in yet."), code="who")
    if any(line.choice == NEW_LIST for line in planned.lists):
        require(actor, club, Action.MANAGE_RATINGS)
    if planned.earlier is not None and not aside:
        raise TournamentError(_("First tick “Set the earlier event aside”."), code="aside")
    with photo_files() as photos, transaction.atomic():
        if planned.earlier is not None:
            _put_aside(actor, planned.earlier)
        writer = _new_event(actor, club, planned, photos)
        _follow(actor, writer, planned)
        return writer.event


def _put_aside(actor: User, event: Event) -> None:
    """The event of an earlier stay becomes one of its own, which only officials see; nothing of it goes back to the site."""
    event = lock_event(event.pk)
    require_action(actor, event, Action.MANAGE_EVENT)
    event.identity, event.visibility = uuid4(), Event.Visibility.DRAFT
    event.save(update_fields=["identity", "visibility"])
    EventOrigin.objects.filter(event=event).update(key="", ids={})
    touch(event)
    log_action(actor=actor, verb="event.put_aside", target=event, scope=scope(event))


def _new_event(actor: User, club: Club, planned: Plan, photos: list[SheetPhoto]) -> Rows:
    """The event with its rows, locked."""
    own, head = planned.facts["event"], planned.archive
    values = {name: own[name] for name in EVENT_SETTINGS if name in own}
    changes = EventChanges(**{**values, "starts_on": parse_date(str(own["starts_on"]))})
    if not isinstance(changes.starts_on, date):
        raise damaged(_("its table “%(table)s” cannot be read") % {"table": "event"})
    columns = {name: cleaned(Event._meta.get_field(name), getattr(changes, name)) for name in EVENT_SETTINGS}
    base = slugify(head.event["slug"])[:MAX_SLUG] or "event"
    event = Event.objects.create(
        club=club,
        slug=free_event_slug(base[: MAX_SLUG - 4]) if Event.objects.filter(slug=base).exists() else base,
        identity=UUID(head.event["identity"]),
        private=bool(own.get("private")),
        **columns,
    )
    event = lock_event(event.pk)
    ids: Ids = {
        "players": players_here(club, planned.players),
        "dictionaries": {line.id: line.version.pk for line in planned.dictionaries if line.version is not None},
        "lists": _lists_here(actor, club, planned),
    }
    _set_openings(actor, planned, ids)
    writer = Rows(event, head, planned.facts, ids, photos)
    writer.write()
    _refuse_unfit_lists(event)
    return writer


def players_here(club: Club, lines: Sequence[PlayerLine]) -> dict[int, int]:
    """The players' ids here; new ones are added to the club."""
    new = {
        line.id: Player(name=line.name, external_id=line.external_id, country=line.country, home_club=club)
        for line in lines
        if line.player is None
    }
    Player.objects.bulk_create(new.values())
    return {line.id: line.player if line.player is not None else new[line.id].pk for line in lines}


def _lists_here(actor: User, club: Club, planned: Plan) -> dict[int, int]:
    here = {line.id: line.choice for line in planned.lists if line.choice is not None and line.choice != NEW_LIST}
    for line in planned.lists:
        if line.choice == NEW_LIST:
            row = next(row for row in table_rows(planned.facts, "lists") if row["id"] == line.id)
            base = slugify(f"{club.slug}-{line.name}")[:50] or "list"
            taken = set(RatingPool.objects.filter(slug__startswith=base).values_list("slug", flat=True))
            accepted = Accepted(game=str(row["game"]), setting=str(row["setting"]))
            here[line.id] = create_pool(
                actor=actor,
                club=club,
                name=line.name,
                slug=free_slug(base, taken),
                system=line.system,
                params=row["params"],
                accepted=accepted,
            ).pk
    return here


def _set_openings(actor: User, planned: Plan, ids: Ids) -> None:
    """What each player had before this event, as the starting rating in a new list."""
    for line in planned.lists:
        if line.choice != NEW_LIST:
            continue
        row = next(row for row in table_rows(planned.facts, "lists") if row["id"] == line.id)
        openings = {
            ids["players"][player]: Opening(ids["players"][player], rating, games)
            for player, rating, games in row["before"]
        }
        pool = RatingPool.objects.get(pk=ids["lists"][line.id])
        set_opening_ratings(actor=actor, pool=pool, openings=list(openings.values()))


def _refuse_unfit_lists(event: Event) -> None:
    """Raise TournamentError for a list that does not rate such games."""
    for division in Division.objects.filter(event=event).select_related("event", "lexicon_version"):
        pools = DivisionPool.objects.filter(division=division).values("pool")
        refuse_unfit(division, list(RatingPool.objects.filter(Q(pk=division.rating_pool_id) | Q(pk__in=pools))))


def _follow(actor: User, writer: Rows, planned: Plan) -> None:
    """What follows from the facts: links, questions, state, ratings, log, where the event came from."""
    event, head = writer.event, planned.archive.head
    games = Pairing.objects.filter(round__division__event=event, kind=Pairing.Kind.GAME)
    slips.make_links(games.filter(round__state=Round.State.PUBLISHED).values_list("pk", flat=True))
    give_links(Entry.objects.filter(division__event=event).values_list("pk", flat=True))
    review_event(event)
    follow_rounds(event)
    divisions = list(Division.objects.filter(event=event).select_related("rating_pool"))
    for division in divisions:
        division.event = event
        rate_played_games(division)
    if planned.facts["event"].get("state") == Event.State.FINISHED and event.state == Event.State.RUNNING:
        event.state = Event.State.FINISHED
        event.save(update_fields=["state"])
        for division in divisions:
            ledger.finalize(division)
    key = planned.laptop_key
    if not key:
        writer.write_log(planned.archive.json(LOG)["actions"])
    EventOrigin.objects.create(
        event=event,
        site=str(head["site"])[:200] or "Wordhall",
        key=key,
        ids={name: {str(here): there for there, here in ids.items()} for name, ids in writer.ids.items()}
        if key
        else {},
        brought_by=actor,
    )
    touch(event)
    after = {"name": event.name, "from": str(head["site"])[:200], "slug": event.slug}
    log_action(actor=actor, verb="event.brought_in", target=event, scope=scope(event), after=after)
