"""A made-up history of many clubs, written by PostgreSQL itself: the same rows for the same numbers, and no person's name.

Each club has 30 players, a rating list, and 24 events of 24 players and 7 rounds, every game played and reported: 2,016 games. Every
tenth event counts for the site's own rating list instead of the club's.
"""

from collections.abc import Mapping
from typing import Final

from django.db import connection, transaction
from django.db.models import Model, UUIDField

from clubs.models import Club, Player
from ratings.models import RatedEvent, RatedResult, RatingPool
from tournaments.models import Division, Entry, Event, Pairing, Result, Round, Seat, Submission
from tournaments.settings import DivisionSettings

PLAYERS: Final = 30
EVENTS: Final = 24
FIELD: Final = 24
ROUNDS: Final = 7
GAMES_OF_A_CLUB: Final = EVENTS * ROUNDS * FIELD // 2
SITE_POOL: Final = "site"

_GIVEN = "Abo Bela Cira Dano Elva Fima Gero Hani Iska Jolo Keta Lumo Mira Nilo Orsa Pavo Rika Soro Tila Ugo Vela Wima Yaro Zena"
_FAMILY = "Alder Birk Croft Dorn Elm Fenn Garth Holm Isler Jute Karst Linde Moor Nook Orme Pell Quill Reed Stone Thorn Ulver Wold"


def add_clubs(first: int, last: int) -> None:
    """Write the clubs with these numbers and all that happened in them; the site's own list once."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            # the rows are made from those that they refer to, which need not be looked for a second time
            cursor.execute("SET LOCAL session_replication_role = replica")
        _add_clubs(first, last)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _add_clubs(first: int, last: int) -> None:
    if not RatingPool.objects.filter(slug=SITE_POOL).exists():
        RatingPool.objects.create(name="The site's list", slug=SITE_POOL, ledger_version=1)
    clubs = f"generate_series({first}, {last}) AS n"
    _insert(Club, {"name": "'Club ' || n", "slug": "'club-' || n"}, clubs)
    _insert(
        Player,
        {
            "name": f"{_one_of(_GIVEN, 'n * 7 + p * 5')} || ' ' || {_one_of(_FAMILY, 'n * 3 + p')}",
            "home_club_id": "club.id",
        },
        f"{clubs} JOIN clubs_club AS club ON club.slug = 'club-' || n, generate_series(1, {PLAYERS}) AS p",
    )
    ours = f"clubs_club AS club JOIN {clubs} ON club.slug = 'club-' || n"
    pool = {"club_id": "club.id", "name": "'List of club ' || n", "slug": "'list-' || n", "ledger_version": "1"}
    _insert(RatingPool, pool, ours)
    _add_events(ours)
    _add_games(first, last)
    _add_ledger(first, last)


def _add_events(ours: str) -> None:
    _insert(
        Event,
        {
            "club_id": "club.id",
            "name": "'Open ' || e || ' of club ' || n",
            "slug": "'open-' || n || '-' || e",
            "starts_on": "DATE '2022-01-01' + 60 * e + n % 50",
            "state": "'finished'",
            "version": "1",
        },
        f"{ours}, generate_series(1, {EVENTS}) AS e",
    )
    events = f"{ours} JOIN tournaments_event AS event ON event.club_id = club.id"
    number = "split_part(event.slug, '-', 3)::int"
    _insert(
        Division,
        {
            "event_id": "event.id",
            "slug": "'a'",
            "rating_pool_id": "pool.id",
            "settings": DivisionSettings(rounds_planned=ROUNDS),
        },
        f"{events} JOIN ratings_ratingpool AS pool"
        f" ON pool.slug = CASE WHEN {number} % 10 = 0 THEN '{SITE_POOL}' ELSE 'list-' || n END",
    )
    of_club = f"{events} JOIN tournaments_division AS division ON division.event_id = event.id"
    _insert(
        Entry,
        {
            "division_id": "division.id",
            "player_id": "player.id",
            "name": "player.name",
            "number": f"1 + (player.place + {number}) % {PLAYERS}",
        },
        f"{of_club} JOIN (SELECT *, row_number() OVER (PARTITION BY home_club_id ORDER BY id) AS place FROM clubs_player)"
        f" AS player ON player.home_club_id = club.id AND (player.place + {number}) % {PLAYERS} < {FIELD}",
    )
    _insert(
        Round,
        {"division_id": "division.id", "number": "r", "state": "'closed'", "published_at": "event.starts_on"},
        f"{of_club}, generate_series(1, {ROUNDS}) AS r",
    )


def _rounds(first: int, last: int) -> str:
    return (
        f"generate_series({first}, {last}) AS n JOIN clubs_club AS club ON club.slug = 'club-' || n"
        " JOIN tournaments_event AS event ON event.club_id = club.id"
        " JOIN tournaments_division AS division ON division.event_id = event.id"
        " JOIN tournaments_round AS round ON round.division_id = division.id"
    )


def _add_games(first: int, last: int) -> None:
    """Everybody meets others in a circle, so that nobody meets twice."""
    rounds, tables, others = _rounds(first, last), FIELD // 2, FIELD - 1
    _insert(
        Pairing,
        {"round_id": "round.id", "table_number": "t"},
        f"{rounds}, generate_series(1, {tables}) AS t",
    )
    games = f"{rounds} JOIN tournaments_pairing AS pairing ON pairing.round_id = round.id"
    table = "pairing.table_number"
    here = f"CASE WHEN {table} = {tables} THEN {FIELD} ELSE 1 + (round.number + {table}) % {others} END"
    there = f"1 + (round.number - {table} + {others}) % {others}"
    there = f"CASE WHEN {table} = {tables} THEN 1 + round.number % {others} ELSE {there} END"
    _insert(
        Seat,
        {"pairing_id": "pairing.id", "round_id": "round.id", "entry_id": "entry.id", "position": "chair"},
        f"{games}, generate_series(1, 2) AS chair, tournaments_entry AS entry"
        f" WHERE entry.division_id = division.id AND entry.number = CASE chair WHEN 1 THEN {here} ELSE {there} END",
    )
    scores = {
        "first_score": "300 + pairing.id * 7919 % 197",
        "second_score": "300 + pairing.id * 6007 % 193",
    }
    of_game = {"pairing_id": "pairing.id", "kind": "'played'", **scores}
    _insert(
        Submission,
        {**of_game, "channel": "'official'", "side": "'official'", "client_token": "'t' || pairing.id"},
        games,
    )
    _insert(Result, {**of_game, "state": "'confirmed'", "confirmed_at": "event.starts_on"}, games)


def _add_ledger(first: int, last: int) -> None:
    rounds = _rounds(first, last)
    _insert(
        RatedEvent,
        {
            "pool_id": "division.rating_pool_id",
            "key": "'division:' || division.id",
            "name": "event.name",
            "date": "event.starts_on",
            "rounds": str(ROUNDS),
            "final": "true",
        },
        f"{rounds} WHERE round.number = 1",
    )
    _insert(
        RatedResult,
        {
            "event_id": "rated.id",
            "game_key": "'pairing:' || result.pairing_id",
            "revision": "1",
            "kind": "'result'",
            "round": "round.number",
            "player_id": "one.player_id",
            "opponent_id": "two.player_id",
            "player_score": "result.first_score",
            "opponent_score": "result.second_score",
            "source": "rated.key",
        },
        f"{rounds} JOIN ratings_ratedevent AS rated ON rated.key = 'division:' || division.id"
        " JOIN tournaments_pairing AS pairing ON pairing.round_id = round.id"
        " JOIN tournaments_result AS result ON result.pairing_id = pairing.id"
        " JOIN tournaments_seat AS seat1 ON seat1.pairing_id = pairing.id AND seat1.position = 1"
        " JOIN tournaments_seat AS seat2 ON seat2.pairing_id = pairing.id AND seat2.position = 2"
        " JOIN tournaments_entry AS one ON one.id = seat1.entry_id"
        " JOIN tournaments_entry AS two ON two.id = seat2.entry_id",
    )


def _insert(model: type[Model], given: Mapping[str, object], source: str) -> None:
    """Rows of ``model`` FROM ``source``: columns as SQL, everything else as the model's own default."""
    columns, expressions, values = [], [], []
    for field in model._meta.concrete_fields:
        if field.primary_key or field.column is None:
            continue
        columns.append(connection.ops.quote_name(field.column))
        expression = given.get(field.column)
        if isinstance(expression, str):
            expressions.append(expression.replace("%", "%%"))
        elif isinstance(field, UUIDField):
            expressions.append("gen_random_uuid()")  # the model's default would be one for all rows
        else:
            expressions.append("%s")
            values.append(field.get_db_prep_save(expression or field.get_default(), connection))
    table = connection.ops.quote_name(model._meta.db_table)
    into = f"INSERT INTO {table} ({', '.join(columns)})"
    with connection.cursor() as cursor:
        cursor.execute(f"{into} SELECT {', '.join(expressions)} FROM {source.replace('%', '%%')}", values)


def _one_of(words: str, number: str) -> str:
    """SQL for one of these words."""
    choices = words.split()
    return f"(ARRAY{choices})[1 + ({number}) % {len(choices)}]"
