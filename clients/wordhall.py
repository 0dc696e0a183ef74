"""A typed client of the REST API of Wordhall 0.1.0: one file, standard library only, Python 3.11 or later.

Written by ``python -m config.api.client`` from docs/openapi.yaml; changes go there. Copy the file into your program.

    site = Wordhall("https://wordhall.example.org", token="1f0c…")
    for event in site.every(site.list_events(state="running")):
        print(event["name"])

Bodies are dictionaries with the fields of the types below. Lists come a page at a time; ``every`` reads them to the end. A change that may
be sent twice takes a ``key`` of your own (``Idempotency-Key``). What the site refuses raises ``Refused``.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterator, Mapping
from typing import Any, Generic, Literal, NotRequired, TypeAlias, TypedDict, TypeVar, cast

Row = TypeVar("Row")


class Page(TypedDict, Generic[Row]):
    """One page of a list; ``count`` of all pages, ``next`` and ``previous`` their addresses."""
    count: int
    next: NotRequired[str | None]
    previous: NotRequired[str | None]
    results: list[Row]


class Refused(Exception):
    """An answer of 400 and above. ``kind`` is for programs, the message for people; ``errors`` name the fields."""

    def __init__(self, status: int, body: Any, retry_after: int | None = None) -> None:
        known = body if isinstance(body, dict) else {}
        self.status, self.kind, self.retry_after = status, str(known.get("type", "")), retry_after
        self.errors: list[dict[str, str]] = known.get("errors", [])
        super().__init__(f"{status}: {known.get('detail', body)}")


def is_ours(secret: str, headers: Mapping[str, str], body: bytes, *, seconds: int = 300) -> bool:
    """Whether a webhook's delivery is signed with this secret, and not older than that. ``headers``: by names in lower case."""
    try:
        age = abs(time.time() - int(headers["webhook-timestamp"]))
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        given = headers["webhook-signature"]
    except (KeyError, ValueError):
        return False
    secret_bytes = base64.b64decode(secret.removeprefix("whsec_"))
    mine = "v1," + base64.b64encode(hmac.digest(secret_bytes, signed, hashlib.sha256)).decode()
    return age <= seconds and any(hmac.compare_digest(mine, one) for one in given.split())


def _part(value: object) -> str:
    return urllib.parse.quote(str(value), safe="")


def _form(fields: Mapping[str, Any]) -> tuple[str, bytes]:
    """A form with files, which are bytes: its content type and its body."""
    mark = uuid.uuid4().hex
    body = b""
    for name, value in fields.items():
        file = f'; filename="{name}"\r\nContent-Type: application/octet-stream' if isinstance(value, bytes) else ""
        data = value if isinstance(value, bytes) else str(value).encode()
        body += f'--{mark}\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n'.encode() + data + b"\r\n"
    return f"multipart/form-data; boundary={mark}", body + f"--{mark}--\r\n".encode()


class Absence(TypedDict):
    """A round that a player misses. ``kind``: what it counts (absent: nothing)."""
    round: int
    kind: Literal["bye", "absent", "forfeit"]


class Absences(TypedDict):
    """All future rounds that a player misses."""
    absences: list[Absence]


class Absent(TypedDict):
    """Who did not come; null: everybody who is not here."""
    entries: NotRequired[list[int] | None]


class Accepted(TypedDict):
    """Which results a pool accepts; empty: all."""
    game: Literal["", "crossword", "wordbasket"]
    setting: Literal["", "tournament", "club"]
    rules: list[str]
    dictionaries: list[str]


class AdjudicationEntry(TypedDict):
    """One entry of the log: a verdict, an appeal against it, or the director's decision. ``verdict`` is the entry that
    the other two are about; ``acceptable`` is null for an appeal; ``outcome`` is what follows under ``rule``,
    ``points`` in it the change for (challenged, challenger)."""
    id: int
    kind: Literal["verdict", "appeal", "overruling"]
    verdict: int | None
    place: str
    game: int | None
    challenger: str
    words: list[str]
    edition: str
    checksum: str
    rule: str
    acceptable: bool | None
    rechecked: bool | None
    out_play: bool
    consequence: str
    outcome: Any
    reason: str
    official: str | None
    is_offline: bool
    decided_at: str


class AdjudicationHistory(TypedDict):
    """A verdict with what followed it; ``in_force`` is the id of the entry that counts."""
    in_force: int
    entries: list[AdjudicationEntry]


class Anonymised(TypedDict):
    """What is left of a player's name."""
    id: int
    name: str


class Appeal(TypedDict):
    """A player does not accept the verdict."""
    reason: str
    client_token: str


class AutoPairing(TypedDict):
    """Whether the next round is drafted when the last result is in, and how."""
    on: bool
    system: NotRequired[Literal["swiss", "auto", "win_groups", "cop", "chew", "koth", "qoth", "finals", "round_robin", "interleaved", "team_round_robin", "team_matches", "fontes", "factor", "quartile", "australian", "quick", "random", "elimination", "double_elimination", "package", ""]]
    drafted_round: int | None
    failed_round: int | None
    error: str


class AutoPairingSent(TypedDict):
    """Whether the next round is drafted when the last result is in, and how."""
    on: bool
    system: NotRequired[Literal["swiss", "auto", "win_groups", "cop", "chew", "koth", "qoth", "finals", "round_robin", "interleaved", "team_round_robin", "team_matches", "fontes", "factor", "quartile", "australian", "quick", "random", "elimination", "double_elimination", "package", ""]]


class Award(TypedDict):
    """A prize with its winners: several share it, nobody if nobody qualifies."""
    prize: Prize
    winners: list[Winner]
    passed: list[Passed]


class Batch(TypedDict):
    """Words to look up."""
    words: list[str]


class Block(TypedDict):
    """Two entries kept apart, and why. ``weak``: only if possible; ``until``: the last such round (null: always)."""
    id: int
    entry_a: int
    entry_b: int
    reason: str
    weak: NotRequired[bool]
    until: NotRequired[int | None]


class BlockSent(TypedDict):
    """Two entries kept apart, and why. ``weak``: only if possible; ``until``: the last such round (null: always)."""
    entry_a: int
    entry_b: int
    reason: str
    weak: NotRequired[bool]
    until: NotRequired[int | None]


class BracketGame(TypedDict):
    """A game of a match; the scores stand in the order of the match's sides."""
    round: int
    pairing_id: int
    kind: str
    one_score: int | None
    two_score: int | None
    record_uuid: str


class BracketLine(TypedDict):
    """A match of a knock-out's bracket, of one to come too."""
    number: int | None
    part: Literal["main", "third_place", "losers", "final"]
    stage: int
    size: int
    first_round: int
    last_round: int
    best_of: int
    one: BracketSide
    two: BracketSide
    winner: int | None
    by: Literal["games", "tie_break", "seed", "director", "withdrawal", "bye", "None"] | None
    games: list[BracketGame]


class BracketSide(TypedDict):
    """One of the two in a match: a player, or the number of the match whose winner or loser it will be; with neither a
    bye."""
    entry_id: int | None
    player_id: int | None
    number: int | None
    name: str
    seed: int | None
    winner_of: int | None
    loser_of: int | None
    won: float


class BrokenRule(TypedDict):
    """A rule that a pairing changed by hand breaks; `reason`: why it was published anyway, empty in a draft."""
    pairing_id: int
    rule: Literal["blocked", "better_apart", "team", "club", "max_repeats", "again_at_once", "consecutive", "repeat", "second_bye", "unlocked", "bye_unlocked", "spare_byes", "fixed_table", "schedule"]
    message: str
    reason: str


class Card(TypedDict):
    """A word, its hooks, its anagrams, and its definition where the list has one."""
    word: str
    valid: bool
    front: list[str]
    back: list[str]
    without_first: str | None
    without_last: str | None
    anagrams: list[str]
    definition: str


class Challenge(TypedDict):
    """A challenge. ``pairing`` and ``challenger`` say which game it was and who challenged, so that the log, the record
    of the game and what a failed challenge costs go together; without them the words are judged for the division."""
    client_token: str
    pairing: NotRequired[int | None]
    challenger: NotRequired[int | None]
    player: NotRequired[int | None]
    words: list[str]
    out_play: NotRequired[bool]
    play_score: NotRequired[int | None]


class Chance(TypedDict):
    """One player and one prize."""
    name: str
    number: int
    state: Literal["won", "likely", "open", "unlikely", "out"]
    proved: bool
    share: float
    chance: float | None
    enough: float | None
    enough_proved: float | None
    needs: list[Need]
    games: int


class Change(TypedDict):
    """One value that an action changed."""
    name: str
    title: str
    before: str
    after: str


class Check(TypedDict):
    """A check or recompute: how far it is (`percent`), and its answer once `state` is done. `differences`: the first of
    `found`."""
    id: int
    kind: Literal["check", "recompute"]
    state: NotRequired[Literal["waiting", "running", "done", "failed", "dropped"]]
    percent: int
    events: NotRequired[int]
    games: NotRequired[int]
    found: NotRequired[int]
    differences: list[Difference]
    error: NotRequired[str]
    created_at: NotRequired[str]
    finished_at: NotRequired[str | None]


class CheckIn(TypedDict):
    """Check-in of an event and how many are here, not here yet, or absent, over all divisions."""
    open: bool
    settings: CheckInSettings
    here: int
    missing: int
    absent: int


class CheckInSettings(TypedDict):
    """How players check in."""
    self_open: NotRequired[bool]
    waits: NotRequired[bool]
    forfeit_minutes: NotRequired[int | None]


class CheckedIn(TypedDict):
    """The entries that are new."""
    checked_in: list[int]


class ChosenRegistrations(TypedDict):
    """The ids of registrations; all of them are changed or none."""
    people: list[int]


class Clock(TypedDict):
    """A clock and what it shows ``at`` the moment of the answer. ``left``: seconds; below zero: overtime."""
    id: int
    division: NotRequired[str | None]
    round: int | None
    seen: int
    at: str
    length: int
    left: int
    running: bool
    stopped: bool
    over: bool
    ends_at: str | None
    marks: list[ClockMark]


class ClockChange(TypedDict):
    """A change of a clock. ``seen``: its last mark when that was decided. An extension has ``minutes`` and a
    ``reason``."""
    act: Literal["pause", "resume", "extend", "stop"]
    seen: int
    minutes: NotRequired[int]
    reason: NotRequired[str]


class ClockMark(TypedDict):
    """Something done to a clock. ``seconds``: what a start gives and an extension adds."""
    number: int
    act: Literal["start", "pause", "resume", "extend", "stop"]
    at: str
    seconds: int
    reason: str


class ClockStart(TypedDict):
    """A clock to start: of the event, or of a division's round in play."""
    division: NotRequired[str | None]
    minutes: NotRequired[int]


class Club(TypedDict):
    """A club; an empty ``slug`` is made from the name."""
    name: str
    slug: NotRequired[str]
    about: NotRequired[str]
    place: str
    map_url: str
    languages: str
    page_language: str
    time_zone: str
    closed_at: str | None


class ClubSent(TypedDict):
    """A club; an empty ``slug`` is made from the name."""
    name: str
    slug: NotRequired[str]
    about: NotRequired[str]


class Confirm(TypedDict):
    """Which reported results to confirm as they stand."""
    seen: list[Seen]


class Confirmed(TypedDict):
    """The outcome."""
    confirmed: list[int]
    changed: list[int]


class Consequences(TypedDict):
    """What a correction of the result changes and what it does not."""
    consequences: list[str]


class Contention(TypedDict):
    """Who is in contention in a division, by the current results."""
    rounds: int
    simulations: int
    order: list[Literal["points", "percent", "played", "wins", "losses", "spread", "full_spread", "sum_of_scores", "buchholz", "median", "sonneborn_berger", "head_to_head", "performance"]]
    proved: bool
    prizes: list[PrizeChances]


class ContentionWork(TypedDict):
    """The contention, null until it is calculated. `state` is `none` where nobody requested it."""
    state: str
    percent: int
    result: Contention | None


class CorrectedPerson(TypedDict):
    """Corrected details; `email` and `phone` are those of the whole form, taken only if they are `marked`. A new email
    address gets a new key."""
    name: str
    rating: NotRequired[int | None]
    club: NotRequired[str]
    federation_id: NotRequired[str]
    player_class: NotRequired[str]
    title: NotRequired[str]
    pronouns: NotRequired[str]
    minor: NotRequired[bool]
    pairing_request: NotRequired[Literal["", "not_against", "same_travel"]]
    pairing_request_player: NotRequired[str]
    email: NotRequired[str]
    phone: NotRequired[str]


class Correction(TypedDict):
    """Everything that a ruling would change."""
    standings: list[PlaceMove]
    prizes: list[PrizeMove]
    ratings: list[ListMoves]


class Counted(TypedDict):
    """A division of one of the club's events, by their addresses."""
    event: str
    division: str


class CountingEvent(TypedDict):
    """A division of an event whose games count."""
    id: int
    event: str
    division: str
    starts_on: str
    state: str


class CreatedToken(TypedDict):
    """A new token with its text; it is shown this once."""
    id: int
    name: str
    scopes: list[str]
    club: str | None
    is_sign_in: bool
    begins: str
    created: str
    expiry: str | None
    last_used_at: str | None
    secret: str


class CreatedWebhook(TypedDict):
    """A webhook with its secret, which is shown this once."""
    id: int
    name: str
    address: str
    topics: list[str]
    paused: Literal["", "by_hand", "failures", "gone"]
    failures: int
    needs_secret: bool
    created_at: str
    secret: str


class DeskLine(TypedDict):
    """A player at the desk. `late`: the minutes that somebody who is not here yet has told."""
    entry_id: int
    name: str
    number: int
    division: str
    club: str
    round: int
    presence: Literal["here", "missing", "absent"]
    at: str | None
    absence: str
    late: int | None


class DeskPerson(TypedDict):
    """A registration as directors see it. `unclear`: somebody has to say who is meant."""
    id: int
    division: str
    name: str
    state: Literal["waiting", "applied", "to_correct", "offered", "entered", "refused", "cancelled"]
    number: int | None
    offered_until: str | None
    rating: int | None
    club: str
    federation_id: str
    player_class: str
    title: str
    pronouns: str
    minor: bool
    pairing_request: Literal["", "not_against", "same_travel"]
    pairing_request_player: str
    marked: Any
    answer: str
    fee_mark: Literal["owed", "paid", "complimentary"]
    confirmed_at: str | None
    position: int
    fee: str
    fee_note: str
    pairing_request_granted: bool
    unclear: bool
    player_id: int | None
    email: str
    phone: str
    note: str
    together: bool
    created_at: str


class Dictionary(TypedDict):
    """A dictionary with its editions, newest first."""
    slug: str
    name: str
    language: str
    club: str | None
    visibility: Literal["public", "club", "private"]
    is_official: bool
    is_free: bool
    editions: list[Edition]


class Difference(TypedDict):
    """A figure that was published otherwise than computed; `event` null: a line of the list, `player` null: the whole
    list."""
    event: int | None
    player: int | None
    published: str
    rebuilt: str


class Division(TypedDict):
    """A division with its settings. Needs ``club`` in its context to read dictionaries and pools."""
    slug: str
    position: int
    name: NotRequired[str]
    game: NotRequired[Literal["crossword", "wordbasket"]]
    rules_slug: NotRequired[Literal["tournament", "tokyo-club", "gujarati-club", "hasbro-zh", "word-basket"]]
    lexicon_version: NotRequired[int | None]
    edition: NotRequired[Literal["eu", "ca", "cs", "da", "nl", "en", "en-super", "fi", "fr", "de", "el", "gu", "hu", "it", "no", "pl", "pt", "ro", "ru", "sk", "sl", "es", "sv", "tr", ""]]
    rating_pool: NotRequired[str | None]
    entry_count: int
    round_count: int
    rounds_planned: NotRequired[int]
    round_minutes: NotRequired[int]
    player_minutes: NotRequired[int]
    challenge_rule: NotRequired[Literal["rules", "points", "double", "single", "five", "ten", "five-per-word", "ten-per-word", "minus-five", "minus-ten", "free-then-five", "triple", "void", "open"]]
    challenge_points: NotRequired[int]
    challenge_points_go: NotRequired[Literal["challenged", "challenger"]]
    challenge_points_per_word: NotRequired[bool]
    table_size: NotRequired[int]
    meeting_games: NotRequired[int]
    best_of: NotRequired[int]
    table_numbers: NotRequired[list[int]]
    rule_options: NotRequired[dict[str, Any]]
    rolling: NotRequired[bool]
    rolling_again: NotRequired[bool]
    rolling_longest: NotRequired[int]
    rolling_at_once: NotRequired[int]
    rolling_minute: NotRequired[int]
    rolling_repeat: NotRequired[int]
    rolling_recent: NotRequired[int]
    rolling_win: NotRequired[int]
    bye_spread: NotRequired[int]
    forfeit_spread: NotRequired[int]
    max_repeats: NotRequired[int | None]
    late_rounds: NotRequired[Literal["nothing", "bye", "forfeit"]]
    win_points: NotRequired[int]
    tie_points: NotRequired[int]
    loss_points: NotRequired[int]
    spread_cap: NotRequired[int | None]
    standings_order: NotRequired[str]
    bye_half_wins: NotRequired[int]
    spread_caps: NotRequired[list[int]]
    show_contention: NotRequired[bool]
    handicap_by: NotRequired[Literal["none", "points", "rating"]]
    handicap_percent: NotRequired[int]
    handicap_cap: NotRequired[int | None]
    seed: NotRequired[int]


class DivisionSent(TypedDict):
    """A division with its settings. Needs ``club`` in its context to read dictionaries and pools."""
    name: NotRequired[str]
    game: NotRequired[Literal["crossword", "wordbasket"]]
    rules_slug: NotRequired[Literal["tournament", "tokyo-club", "gujarati-club", "hasbro-zh", "word-basket"]]
    lexicon_version: NotRequired[int | None]
    edition: NotRequired[Literal["eu", "ca", "cs", "da", "nl", "en", "en-super", "fi", "fr", "de", "el", "gu", "hu", "it", "no", "pl", "pt", "ro", "ru", "sk", "sl", "es", "sv", "tr", ""]]
    rating_pool: NotRequired[str | None]
    rounds_planned: NotRequired[int]
    round_minutes: NotRequired[int]
    player_minutes: NotRequired[int]
    challenge_rule: NotRequired[Literal["rules", "points", "double", "single", "five", "ten", "five-per-word", "ten-per-word", "minus-five", "minus-ten", "free-then-five", "triple", "void", "open"]]
    challenge_points: NotRequired[int]
    challenge_points_go: NotRequired[Literal["challenged", "challenger"]]
    challenge_points_per_word: NotRequired[bool]
    table_size: NotRequired[int]
    meeting_games: NotRequired[int]
    best_of: NotRequired[int]
    table_numbers: NotRequired[list[int]]
    rule_options: NotRequired[dict[str, Any]]
    rolling: NotRequired[bool]
    rolling_again: NotRequired[bool]
    rolling_longest: NotRequired[int]
    rolling_at_once: NotRequired[int]
    rolling_minute: NotRequired[int]
    rolling_repeat: NotRequired[int]
    rolling_recent: NotRequired[int]
    rolling_win: NotRequired[int]
    bye_spread: NotRequired[int]
    forfeit_spread: NotRequired[int]
    max_repeats: NotRequired[int | None]
    late_rounds: NotRequired[Literal["nothing", "bye", "forfeit"]]
    win_points: NotRequired[int]
    tie_points: NotRequired[int]
    loss_points: NotRequired[int]
    spread_cap: NotRequired[int | None]
    standings_order: NotRequired[str]
    bye_half_wins: NotRequired[int]
    spread_caps: NotRequired[list[int]]
    show_contention: NotRequired[bool]
    handicap_by: NotRequired[Literal["none", "points", "rating"]]
    handicap_percent: NotRequired[int]
    handicap_cap: NotRequired[int | None]
    seed: NotRequired[int]


class DivisionPlaces(TypedDict):
    """A division and its places. `capacity` and `free` are null where there is no limit."""
    division: str
    name: str
    capacity: int | None
    taken: int
    waiting: int
    free: int | None
    full: bool
    rating_min: int | None
    rating_max: int | None
    fee: str | None
    classes: str


class DivisionRatings(TypedDict):
    """What a division has to do with ratings. ``snapshot`` null: each rating is the one that was entered."""
    setting: Literal["tournament", "club"]
    rating_pool: str | None
    further_pools: list[str]
    rate_games: NotRequired[bool]
    show_chances: NotRequired[bool]
    snapshot: RatingSnapshot | None


class DivisionRatingsSent(TypedDict):
    """What a division has to do with ratings. ``snapshot`` null: each rating is the one that was entered."""
    setting: Literal["tournament", "club"]
    further_pools: list[str]
    rate_games: NotRequired[bool]
    show_chances: NotRequired[bool]


class DivisionStart(TypedDict):
    """A division's round to publish in this version, or why it cannot be. Warnings stop nothing."""
    division: str
    number: int | None
    version: int | None
    games: int
    ready: bool
    in_the_way: list[str]
    warnings: list[str]


class Draft(TypedDict):
    """How to pair. ``despite_missing``: games without a confirmed result only count as played."""
    system: NotRequired[Literal["swiss", "auto", "win_groups", "cop", "chew", "koth", "qoth", "finals", "round_robin", "interleaved", "team_round_robin", "team_matches", "fontes", "factor", "quartile", "australian", "quick", "random", "elimination", "double_elimination", "package"]]
    options: NotRequired[PairingOptions]
    based_on: NotRequired[int | None]
    despite_missing: NotRequired[bool]


class Edition(TypedDict):
    """One edition; a division names it by ``id``."""
    id: int
    label: str
    word_count: int
    definition_count: int
    checksum: str
    valid_from: str | None
    valid_to: str | None
    source: str
    notice: str


class EndedRegistrations(TypedDict):
    """Registrations to refuse or cancel; the people read the reason."""
    people: list[int]
    reason: str


class Entry(TypedDict):
    """A player in a division."""
    id: int
    number: int
    name: str
    player_id: int
    rating: int | None
    career_games: int | None
    status: Literal["active", "withdrawn"]
    withdrawn_after: int | None
    joined_round: int
    fixed_table: int | None
    player_class: str
    team: str
    club: str
    handicap: Literal["even", "beginner", "strong"]
    handicap_points: int
    spread_changes: str
    spread_reason: str
    seed: int | None
    seed_reason: str


class EntryChange(TypedDict):
    """A value of an entry that a line changes."""
    field: Literal["name", "rating", "career_games", "player_class", "team", "club", "external_id"]
    before: str | None
    after: str


class EntryInput(TypedDict):
    """A player to enter. ``external_id``: the federation's number, by which the club recognises the player."""
    name: str
    rating: NotRequired[int | None]
    career_games: NotRequired[int | None]
    external_id: NotRequired[str]
    player_class: NotRequired[str]
    team: NotRequired[str]
    club: NotRequired[str]
    same_as: NotRequired[int | None]


class EntryList(TypedDict):
    """Who is in and who waits, in one division."""
    division: str
    name: str
    people: list[PublicPerson]


class Error(TypedDict):
    type: str
    detail: str
    errors: list[dict[str, Any]]
    report: NotRequired[dict[str, Any]]


class Event(TypedDict):
    """An event. ``version`` grows with every public change: unchanged version, unchanged event."""
    visibility: NotRequired[Literal["auto", "draft", "unlisted", "link", "members", "public"]]
    about: NotRequired[str]
    place: NotRequired[str]
    map_url: NotRequired[str]
    fees: NotRequired[str]
    time_zone: NotRequired[str]
    hide_entries: NotRequired[bool]
    slug: NotRequired[str]
    name: str
    starts_on: str
    table_links: NotRequired[bool]
    club: str
    state: Literal["draft", "running", "finished"]
    private: bool
    version: int


class EventDetail(TypedDict):
    """An event with its divisions."""
    visibility: NotRequired[Literal["auto", "draft", "unlisted", "link", "members", "public"]]
    about: NotRequired[str]
    place: NotRequired[str]
    map_url: NotRequired[str]
    fees: NotRequired[str]
    time_zone: NotRequired[str]
    hide_entries: NotRequired[bool]
    slug: NotRequired[str]
    name: str
    starts_on: str
    table_links: NotRequired[bool]
    club: str
    state: Literal["draft", "running", "finished"]
    private: bool
    version: int
    divisions: list[Division]


class EventLine(TypedDict):
    """What an event did to one player."""
    player_id: int
    name: str
    old: int | None
    new: int
    points: int | None
    games: int
    wins: float
    expected: float
    spread: int


class Explanation(TypedDict):
    """The whole working of one player's change in one event."""
    event: str
    date: str
    final: bool
    player_id: int
    player: str
    old: int | None
    new: int
    points: int | None
    games: int
    wins: float
    expected: float
    performance: int | None
    segments: list[Segment]


class FeeTotal(TypedDict):
    """Those who are in or are offered a place, by the mark of their fee."""
    mark: str
    count: int
    amount: str


class Feed(TypedDict):
    """How the file stands. ``why``: why it is paused or stopped; ``trouble``: why it could not be read the last
    time."""
    address: str
    state: Literal["following", "paused", "stopped"]
    why: Literal["by_hand", "unchanged", "finished", "account", ""]
    trouble: Literal["private", "certificate", "time", "connection", "redirect", "missing", "status", "size", "address", ""]
    status_code: int | None
    read_at: str | None
    changed_at: str | None
    due_at: str
    divisions: list[FeedDivision]


class FeedAct(TypedDict):
    """What to do. ``who`` with ``read``: who is meant by names in the file, a player's id, or 0 for a new player."""
    act: Literal["read", "pause", "resume"]
    who: NotRequired[dict[str, int]]


class FeedDivision(TypedDict):
    """A division and its name in the file. ``problems``: why nothing of the newest file was taken over. ``who``: names
    in it that are only similar to known players; send who they are."""
    division: str
    part: str
    problems: list[str]
    who: dict[str, list[int]]


class Fees(TypedDict):
    """A mark for fees; no money is moved."""
    people: list[int]
    mark: Literal["owed", "paid", "complimentary"]
    note: NotRequired[str]


class Finish(TypedDict):
    """The end of an event."""
    despite_questions: NotRequired[bool]


class Follow(TypedDict):
    """The file to follow."""
    address: str
    parts: dict[str, str]


class FormPairs(TypedDict):
    """Nothing, or the two entries that a director pairs."""
    entries: NotRequired[list[int]]


class Formed(TypedDict):
    """The games that begin, by their ids."""
    games: list[int]


class GameLine(TypedDict):
    """One game: ``points`` = ``k`` · (``earned`` − ``expected``)."""
    round: int
    opponent: int
    opponent_name: str
    opponent_rating: int
    opponent_new: bool
    score: int
    opponent_score: int
    earned: float
    expected: float
    k: float
    points: float
    feedback: float
    credit: float | None
    expected_spread: float | None
    opponent_deviation: float | None


class GivenSeed(TypedDict):
    """A seed given by hand."""
    entry: int
    seed: int


class GoesOn(TypedDict):
    """The seat that goes on from a level match of a knock-out; null: by the tie-breaks, then the better seed."""
    seat: int | None


class GrantPairingRequest(TypedDict):
    """The id of the other entry."""
    entry: int


class HandLine(TypedDict):
    """A pairing of the round. `typed`: it was given, `changed`: the round did not have it; `costs`, `broken`: in
    words."""
    pairing: PairingLine
    typed: bool
    changed: bool
    costs: list[str]
    broken: list[str]


class HandPair(TypedDict):
    """Two entries, the first of whom plays first; or one with a bye, or who misses the round (`absent`: nothing,
    `forfeit`: a loss)."""
    first: int
    second: NotRequired[int | None]
    alone: NotRequired[Literal["bye", "absent", "forfeit", "None"] | None]
    table: NotRequired[int | None]


class HandPairing(TypedDict):
    """The round by hand. `concerned`: whose table or opponent changed."""
    round: Round
    lines: list[HandLine]
    broken: list[BrokenRule]
    compared: list[TermTotal]
    concerned: list[str]


class HandicapLine(TypedDict):
    """A line of the handicap standings: wins, losses and spread with head starts, and the plain ones beside them."""
    rank: int
    entry_id: int
    player_id: int
    number: int
    name: str
    rating: int | None
    points: int | None
    wins: float
    losses: float
    spread: int
    withdrawn: bool
    plain_rank: int
    plain_wins: float
    plain_losses: float
    plain_spread: int


class Here(TypedDict):
    """Who is here: entries by their ids, or everybody of a club who is not here yet."""
    entries: NotRequired[list[int]]
    club: NotRequired[str | None]


class HistoryItem(TypedDict):
    """A report or a ruling; ``current``: not superseded by a later one of the same side; ``undone``: an official undid
    it."""
    at: str
    what: Literal["submission", "ruling"]
    who: Literal["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "official"]
    actor: str
    channel: Literal["link", "table", "official", "api", "import"]
    kind: Literal["played", "bye", "forfeit_win", "forfeit_loss", "double_forfeit", "void", "undone"]
    first_score: int | None
    second_score: int | None
    tally: str
    led_before: Literal["", "first", "second", "third", "fourth", "level"]
    reason: str
    record_uuid: str
    current: bool
    undone: bool


class HistoryPoint(TypedDict):
    """One event of a player; not ``final``: an estimate."""
    event_id: int
    event: str
    date: str
    final: bool
    old: int | None
    new: int
    points: int | None
    games: int
    wins: float
    expected: float
    spread: int
    deviation: float | None
    provisional: bool


class Import(TypedDict):
    """A list and who its uncertain lines are."""
    text: str
    choices: NotRequired[dict[str, str]]


class ImportPreview(TypedDict):
    """What importing a list would do; with a problem nothing is imported."""
    matches: list[Match]
    problems: list[_Problem]


class Imported(TypedDict):
    """How many starting ratings were set."""
    players: int


class Join(TypedDict):
    """Who is free: entries by their ids."""
    entries: list[int]


class League(TypedDict):
    """A league of a club."""
    slug: str
    name: str
    about: str


class LineResult(TypedDict):
    """The result of a pairing, from the first player's side."""
    kind: Literal["played", "bye", "forfeit_win", "forfeit_loss", "double_forfeit", "void"]
    first_score: int | None
    second_score: int | None
    tally: str
    led_before: str
    open_questions: int | None
    record_uuid: str
    version: int


class ListLine(TypedDict):
    """A line of the rating list. ``rating`` null: no finished event yet; ``live_rating`` null: no running one."""
    rank: int | None
    player_id: int
    name: str
    country: str
    rating: int | None
    games: int
    games_known: bool
    provisional: bool
    deviation: float | None
    last_event_id: int | None
    last_event: str | None
    last_date: str | None
    live_rating: int | None
    live_event: str | None
    live_change: int | None


class ListMoves(TypedDict):
    """What would change in one rating list."""
    rating_list: str
    live: bool
    players: list[RatingMove]


class ListText(TypedDict):
    """An official list: CSV with a header, tab-separated, or the columns of .RT files."""
    text: str


class Lock(TypedDict):
    """Two entries paired in a round; ``first`` plays first. ``second`` null: ``first`` has the bye."""
    first: int
    second: int | None


class LogEntry(TypedDict):
    """An action, and the event right after it."""
    action: LogLine
    event: Replay


class LogLine(TypedDict):
    """One action. An empty `actor` is the site itself, or somebody with a slip's key."""
    id: int
    at: str
    actor: str
    verb: str
    what: str
    what_id: str
    what_name: str
    sentence: str
    reason: str
    changes: list[Change]


class Login(TypedDict):
    """Name and password."""
    username: str
    password: str


class Match(TypedDict):
    """A line of the list; ``player`` null: not certain, perhaps one of the ``candidates``."""
    line: int
    name: str
    rating: int
    games: int | None
    external_id: str
    player: _Person | None
    candidates: list[_Person]


class Me(TypedDict):
    """The owner of the token."""
    username: str
    memberships: list[OwnMembership]


class Member(TypedDict):
    """A member's role in the club."""
    id: int
    username: str
    role: Literal["director", "assistant", "scorer", "word_judge", "check_in", "officer", "ratings_officer", "member"]


class MemberSent(TypedDict):
    """A member's role in the club."""
    username: str
    role: Literal["director", "assistant", "scorer", "word_judge", "check_in", "officer", "ratings_officer", "member"]


class Membership(TypedDict):
    """For each word, in the order sent, whether it is in the edition."""
    edition: str
    checksum: str
    valid: list[bool]


class Merge(TypedDict):
    """``duplicate`` counts as ``kept`` until it is undone."""
    id: int
    duplicate: int
    kept: int
    reason: str
    created_at: str
    undone_at: str | None


class Move(TypedDict):
    """A rated game that ``player`` is recorded with and ``really`` played."""
    game: str
    player: int
    really: int
    reason: str


class MoveRegistration(TypedDict):
    """Where to."""
    division: str


class Moved(TypedDict):
    """The game's new row in the ledger."""
    game: str
    revision: int


class Need(TypedDict):
    """What it takes with one result of the player's own; results that are not listed are not enough."""
    result: int | None
    sure: bool
    at_most: int
    shared: bool
    threats: list[Threat]


class NewCheck(TypedDict):
    """What to do: compare the list with its ledger, or recompute it from nothing."""
    kind: Literal["check", "recompute"]


class NewDivision(TypedDict):
    """A division of a new season."""
    name: str
    exchange: NotRequired[int]


class NewEntry(TypedDict):
    """A player to enter, who plays from ``from_round`` on; null: from the next round."""
    name: str
    rating: NotRequired[int | None]
    career_games: NotRequired[int | None]
    external_id: NotRequired[str]
    player_class: NotRequired[str]
    team: NotRequired[str]
    club: NotRequired[str]
    same_as: NotRequired[int | None]
    from_round: NotRequired[int | None]
    despite_double_booking: NotRequired[bool]


class NewEvent(TypedDict):
    """A new event with its first division; an empty ``slug`` is made from the name."""
    visibility: NotRequired[Literal["auto", "draft", "unlisted", "link", "members", "public"]]
    about: NotRequired[str]
    place: NotRequired[str]
    map_url: NotRequired[str]
    fees: NotRequired[str]
    time_zone: NotRequired[str]
    hide_entries: NotRequired[bool]
    slug: NotRequired[str]
    name: str
    starts_on: str
    table_links: NotRequired[bool]
    club: str
    state: Literal["draft", "running", "finished"]
    private: bool
    version: int
    division: NotRequired[Division]


class NewEventSent(TypedDict):
    """A new event with its first division; an empty ``slug`` is made from the name."""
    visibility: NotRequired[Literal["auto", "draft", "unlisted", "link", "members", "public"]]
    about: NotRequired[str]
    place: NotRequired[str]
    map_url: NotRequired[str]
    fees: NotRequired[str]
    time_zone: NotRequired[str]
    hide_entries: NotRequired[bool]
    slug: NotRequired[str]
    name: str
    starts_on: str
    table_links: NotRequired[bool]
    division: NotRequired[DivisionSent]


class NewLeague(TypedDict):
    """A new league; an empty `slug` is made from the name."""
    name: str
    about: NotRequired[str]
    slug: NotRequired[str]


class NewMerge(TypedDict):
    """Two entries (ids of players) of one person."""
    duplicate: int
    kept: int
    reason: str


class NewPerson(TypedDict):
    """A person and the division they want to play in."""
    name: str
    rating: NotRequired[int | None]
    club: NotRequired[str]
    federation_id: NotRequired[str]
    player_class: NotRequired[str]
    title: NotRequired[str]
    pronouns: NotRequired[str]
    minor: NotRequired[bool]
    pairing_request: NotRequired[Literal["", "not_against", "same_travel"]]
    pairing_request_player: NotRequired[str]
    division: str


class NewPool(TypedDict):
    """A new pool of a club; an empty ``slug`` is made from the name."""
    name: str
    slug: NotRequired[str]
    system: NotRequired[Literal["naspa", "naspa2024", "naspa-club", "nsa", "wespa-250", "wespa-172", "australian", "pakistani", "new-zealand", "new-zealand-2017", "new-zealand-1999", "absp-1998", "norwegian", "coco", "isc", "elo", "glicko2", "glicko225", "event-kalman", "linked-kalman"]]


class NewRole(TypedDict):
    """A role for a user."""
    username: str
    role: Literal["director", "assistant", "scorer", "word_judge", "check_in", "officer", "ratings_officer", "member"]
    first_day: NotRequired[str | None]
    last_day: NotRequired[str | None]
    tables: NotRequired[str]


class NewSeason(TypedDict):
    """The first season of a league, with its divisions from the top; those that follow are made from the season
    before."""
    name: str
    starts_on: str
    ends_on: NotRequired[str | None]
    open_to_all: NotRequired[bool]
    best_events: NotRequired[int | None]
    min_games: NotRequired[int]
    win_points: NotRequired[int]
    tie_points: NotRequired[int]
    loss_points: NotRequired[int]
    bye_half_wins: NotRequired[int]
    standings_order: NotRequired[str]
    divisions: list[NewDivision]


class NewToken(TypedDict):
    """What a new token is for."""
    name: str
    scopes: list[Literal["adjudications:write", "clubs:write", "dictionaries:write", "events:write", "ratings:write", "read", "results:write", "rosters:write", "rounds:write", "words:look-up"]]
    days: NotRequired[int]
    club: NotRequired[str | None]


class NewUpload(TypedDict):
    """A list: a new edition of ``dictionary``, or a new dictionary called ``name``; from ``file``, or from the edition
    ``base`` with the words of ``extra`` added and those of ``blocked`` removed. The context holds the club."""
    file: NotRequired[bytes]
    dictionary: NotRequired[str]
    name: NotRequired[str]
    label: str
    language: NotRequired[Literal["ca", "cs", "da", "de", "el", "en", "es", "eu", "fi", "fr", "gu", "hu", "it", "ja", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sv", "tr"]]
    base: NotRequired[int]
    extra: NotRequired[str]
    blocked: NotRequired[str]
    encoding: NotRequired[Literal["utf-8", "cp1252", "iso-8859-1", "iso-8859-15", "cp1250", "iso-8859-2", "iso-8859-7", "cp1251", "koi8-r", "utf-16", ""]]
    define: NotRequired[bool]
    visibility: NotRequired[Literal["club", "private"]]
    is_official: NotRequired[bool]
    valid_from: NotRequired[str | None]
    valid_to: NotRequired[str | None]


class NewWebhook(TypedDict):
    """What a director says about a webhook."""
    name: str
    address: str
    topics: list[Literal["round.published", "round.changed", "round.unpublished", "result.confirmed", "result.corrected", "event.finished", "event.reopened", "news.posted", "ratings.updated", "ratings.list_published"]]


class Newcomer(TypedDict):
    """How a first rating came about."""
    initial: float
    performance: float
    cap: float | None
    result: float
    settled: bool


class NoShow(TypedDict):
    """A player who did not come at all."""
    entry: int


class Note(TypedDict):
    """Something to know before a round is paired. ``block``: must be put right."""
    level: Literal["block", "warn", "info"]
    code: str
    message: str
    pairing_id: int | None
    entry_id: int | None


class OfficialFileReport(TypedDict):
    """An official's entry with the record as an uploaded file, at most 128 kB."""
    kind: NotRequired[Literal["played", "bye", "forfeit_win", "forfeit_loss", "double_forfeit", "void"]]
    first_score: NotRequired[int | None]
    second_score: NotRequired[int | None]
    tally: NotRequired[str]
    lost_on_time: NotRequired[Literal["first", "second", ""]]
    led_before: NotRequired[Literal["first", "second", "third", "fourth", "level", ""]]
    client_token: str
    record: NotRequired[str]
    record_file: NotRequired[bytes]


class OfficialLine(TypedDict):
    """A line of a published list; ``now`` is the player's official rating of today."""
    rank: int | None
    player_id: int
    name: str
    rating: int
    games: int | None
    deviation: float | None
    provisional: bool
    last_date: str | None
    now: int | None


class OfficialList(TypedDict):
    """A published list: what it was computed from, and the hash of its lines."""
    id: int
    name: str
    effective: str
    system: str
    params: Any
    engine_version: str
    ledger_version: int
    content_hash: str
    published_at: str


class OfficialReport(TypedDict):
    """An official's entry: a result, a record (GCG or typed moves), or both. The same ``client_token`` is the same
    report."""
    kind: NotRequired[Literal["played", "bye", "forfeit_win", "forfeit_loss", "double_forfeit", "void"]]
    first_score: NotRequired[int | None]
    second_score: NotRequired[int | None]
    tally: NotRequired[str]
    lost_on_time: NotRequired[Literal["first", "second", ""]]
    led_before: NotRequired[Literal["first", "second", "third", "fourth", "level", ""]]
    client_token: str
    record: NotRequired[str]


class OpenQuestion(TypedDict):
    """Two facts about a game that contradict each other, until a ruling or a corrected report settles it."""
    id: int
    code: str
    question: str
    turn: int | None
    submission: int
    other: int | None
    opened_at: str


class OpenRegistration(TypedDict):
    """Whether and how people can register now."""
    open: bool
    why_closed: str
    opens_at: str | None
    closes_at: str | None
    approval: bool
    members_only: bool
    accepts_pairing_requests: bool
    consent: str
    currency: str
    fields: dict[str, Literal["hidden", "optional", "required"]]
    divisions: list[DivisionPlaces]


class Opening(TypedDict):
    """A player's starting rating in a pool; ``rating`` null: none, ``games`` null: unknown."""
    rating: int | None
    games: int | None


class OpeningChange(TypedDict):
    """A starting rating and why."""
    rating: int | None
    games: int | None
    reason: str


class Outcome(TypedDict):
    """The outcome of a report. ``difference``: the first difference from what others reported."""
    submission: Submission
    result: Result
    difference: str | None
    questions: list[str]
    notes: list[str]
    report: dict[str, Any] | None


class Overrule(TypedDict):
    """The director's decision."""
    reason: str
    client_token: str
    acceptable: bool


class OwnEntries(TypedDict):
    """The caller's entries in a round."""
    entries: list[OwnEntry]
    undone: list[OwnEntry]


class OwnEntry(TypedDict):
    """An entry or ruling of the caller's own."""
    entry: str
    pairing: int
    undone_at: str | None
    refusal: Literal["undone", "replaced", "ruled", "followed", "far", "None"] | None
    followed_by: int | None
    entered_at: str
    text: str
    why: str


class OwnFileReport(TypedDict):
    """A player's report with a file."""
    kind: NotRequired[Literal["played", "forfeit_win", "forfeit_loss"]]
    first_score: NotRequired[int | None]
    second_score: NotRequired[int | None]
    tally: NotRequired[str]
    lost_on_time: NotRequired[Literal["first", "second", ""]]
    led_before: NotRequired[Literal["first", "second", "third", "fourth", "level", ""]]
    client_token: str
    record: NotRequired[str]
    record_file: NotRequired[bytes]


class OwnMembership(TypedDict):
    """One of your clubs, with your role."""
    club: str
    role: Literal["director", "assistant", "scorer", "word_judge", "check_in", "officer", "ratings_officer", "member"]


class OwnPage(TypedDict):
    """A player's event."""
    event: str
    event_name: str
    division: str
    number: int
    name: str
    next_round: int | None
    games: list[PairingLine]


class OwnPerson(TypedDict):
    """A registration as the person sees it. `number`: the place on the waiting list."""
    id: int
    division: str
    name: str
    state: Literal["waiting", "applied", "to_correct", "offered", "entered", "refused", "cancelled"]
    number: int | None
    offered_until: str | None
    rating: int | None
    club: str
    federation_id: str
    player_class: str
    title: str
    pronouns: str
    minor: bool
    pairing_request: Literal["", "not_against", "same_travel"]
    pairing_request_player: str
    marked: Any
    answer: str
    fee_mark: Literal["owed", "paid", "complimentary"]
    confirmed_at: str | None


class OwnRegistration(TypedDict):
    """What was registered with one form; `key` opens it without an account, so keep it."""
    event: str
    key: str
    url: str
    together: bool
    people: list[OwnPerson]


class OwnReport(TypedDict):
    """A player's report; the link says who reports."""
    kind: NotRequired[Literal["played", "forfeit_win", "forfeit_loss"]]
    first_score: NotRequired[int | None]
    second_score: NotRequired[int | None]
    tally: NotRequired[str]
    lost_on_time: NotRequired[Literal["first", "second", ""]]
    led_before: NotRequired[Literal["first", "second", "third", "fourth", "level", ""]]
    client_token: str
    record: NotRequired[str]


class OwnToken(TypedDict):
    """One of your tokens; its text cannot be read again."""
    id: int
    name: str
    scopes: list[str]
    club: str | None
    is_sign_in: bool
    begins: str
    created: str
    expiry: str | None
    last_used_at: str | None


PaginatedAdjudicationEntryList: TypeAlias = "Page[AdjudicationEntry]"


PaginatedBlockList: TypeAlias = "Page[Block]"


PaginatedBracketLineList: TypeAlias = "Page[BracketLine]"


PaginatedCheckList: TypeAlias = "Page[Check]"


PaginatedClubList: TypeAlias = "Page[Club]"


PaginatedDeskLineList: TypeAlias = "Page[DeskLine]"


PaginatedDeskPersonList: TypeAlias = "Page[DeskPerson]"


PaginatedDictionaryList: TypeAlias = "Page[Dictionary]"


PaginatedEntryList: TypeAlias = "Page[Entry]"


PaginatedEventLineList: TypeAlias = "Page[EventLine]"


PaginatedEventList: TypeAlias = "Page[Event]"


PaginatedHandicapLineList: TypeAlias = "Page[HandicapLine]"


PaginatedHistoryItemList: TypeAlias = "Page[HistoryItem]"


PaginatedLeagueList: TypeAlias = "Page[League]"


PaginatedListLineList: TypeAlias = "Page[ListLine]"


PaginatedLockList: TypeAlias = "Page[Lock]"


PaginatedLogLineList: TypeAlias = "Page[LogLine]"


PaginatedMemberList: TypeAlias = "Page[Member]"


PaginatedMergeList: TypeAlias = "Page[Merge]"


PaginatedOfficialLineList: TypeAlias = "Page[OfficialLine]"


PaginatedOfficialListList: TypeAlias = "Page[OfficialList]"


PaginatedOwnTokenList: TypeAlias = "Page[OwnToken]"


PaginatedPairingLineList: TypeAlias = "Page[PairingLine]"


PaginatedPersonalLinkList: TypeAlias = "Page[PersonalLink]"


PaginatedPoolList: TypeAlias = "Page[Pool]"


PaginatedPrizeList: TypeAlias = "Page[Prize]"


PaginatedRatedEventList: TypeAlias = "Page[RatedEvent]"


PaginatedRoleLineList: TypeAlias = "Page[RoleLine]"


PaginatedRoundList: TypeAlias = "Page[Round]"


PaginatedSeasonLineList: TypeAlias = "Page[SeasonLine]"


PaginatedSeasonList: TypeAlias = "Page[Season]"


PaginatedSeedLineList: TypeAlias = "Page[SeedLine]"


PaginatedSlipKeyList: TypeAlias = "Page[SlipKey]"


PaginatedStandingsLineList: TypeAlias = "Page[StandingsLine]"


PaginatedTeamLineList: TypeAlias = "Page[TeamLine]"


PaginatedTeamMatchList: TypeAlias = "Page[TeamMatch]"


PaginatedUploadList: TypeAlias = "Page[Upload]"


PaginatedWebhookDeliveryList: TypeAlias = "Page[WebhookDelivery]"


PaginatedWebhookLineList: TypeAlias = "Page[WebhookLine]"


PaginatedWhatIfList: TypeAlias = "Page[WhatIf]"


class PairByHand(TypedDict):
    """What is fixed of a round: a `text` such as “12 7, 3 9, 5 bye”, or `pairs` by entries; and how the rest is paired.
    `expected_version`: of the round as it was seen, null while it is not paired. `anew`: all others of a draft are
    paired again. `preview`: nothing is stored."""
    system: NotRequired[Literal["swiss", "auto", "win_groups", "cop", "chew", "koth", "qoth", "finals", "round_robin", "interleaved", "team_round_robin", "team_matches", "fontes", "factor", "quartile", "australian", "quick", "random", "elimination", "double_elimination", "package"]]
    options: NotRequired[PairingOptions]
    based_on: NotRequired[int | None]
    despite_missing: NotRequired[bool]
    text: NotRequired[str]
    pairs: NotRequired[list[HandPair]]
    complete: NotRequired[bool]
    anew: NotRequired[bool]
    preview: NotRequired[bool]
    reason: NotRequired[str]
    expected_version: NotRequired[int | None]


class Pairing(TypedDict):
    """One pairing; its context holds the ``pairing`` with division and result loaded."""
    id: int
    round: int
    table_number: int | None
    kind: Literal["game", "bye", "forfeit"]
    first: SeatLine
    second: SeatLine | None
    others: list[SeatLine]
    state: Literal["", "pending", "confirmed", "conflict"]
    result: LineResult | None
    questions: list[OpenQuestion] | None
    division: str
    result_version: int


class PairingLine(TypedDict):
    """A pairing; ``second`` is null for a bye. An unconfirmed result is shown to officials only."""
    id: int
    round: int
    table_number: int | None
    kind: Literal["game", "bye", "forfeit"]
    first: SeatLine
    second: SeatLine | None
    others: list[SeatLine]
    state: Literal["", "pending", "confirmed", "conflict"]
    result: LineResult | None


class PairingOptions(TypedDict):
    """Options of the pairing systems; what is not sent keeps its default, and those of other systems do nothing."""
    order: NotRequired[Literal["halves", "adjacent", "fold"]]
    gibson: NotRequired[bool]
    prizes: NotRequired[int]
    gibson_spreads: NotRequired[list[int]]
    gibson_groups: NotRequired[list[list[int]]]
    gibson_strict: NotRequired[bool]
    gibson_class: NotRequired[str]
    max_repeats: NotRequired[int]
    repeats_from: NotRequired[int]
    consecutive_apart: NotRequired[bool]
    avoid_team_until: NotRequired[int]
    avoid_club_until: NotRequired[int]
    weak_avoidance: NotRequired[bool]
    meeting_games: NotRequired[int]
    first_round: NotRequired[int]
    free_repeats: NotRequired[int]
    byes: NotRequired[Literal["bottom_up", "top_down", "always_bottom", "german"]]
    bye_bottom: NotRequired[int]
    count_asked_byes: NotRequired[bool]
    start_by: NotRequired[Literal["balance", "coin", "draw"]]
    final_draw: NotRequired[bool]
    head_to_head_starts: NotRequired[bool]
    swap_starts: NotRequired[bool]
    bye_firsts: NotRequired[bool]
    balance_starts: NotRequired[bool]
    board_stability: NotRequired[bool]
    snaked: NotRequired[bool]
    class_prizes: NotRequired[dict[str, int]]
    hopefulness: NotRequired[list[float]]
    control_threshold: NotRequired[float]
    control_from: NotRequired[int]
    top_down_byes: NotRequired[bool]
    beside: NotRequired[Literal["swiss", "koth"]]
    bands: NotRequired[list[int]]
    second_seed_first: NotRequired[bool]
    table_round: NotRequired[int]
    split: NotRequired[Literal["teams", "halves", "odd_even"]]
    team_system: NotRequired[Literal["swiss", "round_robin", "koth", "qoth", "australian", "random"]]
    opening: NotRequired[int]
    factor: NotRequired[int]
    quartile: NotRequired[int]
    bracket: NotRequired[int]
    stage_games: NotRequired[list[int]]
    best_of: NotRequired[bool]
    third_place: NotRequired[bool]
    package: NotRequired[Literal["nast", "guelph", "green", "basd", "chew", "bracket"]]
    koth_rounds: NotRequired[int]


class PairingRequest(TypedDict):
    """A round being paired in the background. `dropped`: the draft was changed or published first, and stays."""
    system: str
    state: Literal["waiting", "running", "done", "failed", "dropped"]
    percent: int
    error: str
    created_at: str
    finished_at: str | None


class Part(TypedDict):
    """What one event gave a player; `counts` is false where only the best events count and this is not one of them."""
    wins: float
    losses: float
    spread: int
    played: int
    counts: bool


class Passed(TypedDict):
    """Who was passed over, having won another prize of the group."""
    name: str
    prize: str


class PastPreview(TypedDict):
    """What importing the file would do: its players and rounds, faults and notes."""
    ok: bool
    roster: RosterPreview
    rounds: int
    games: int
    pending: int
    faults: list[str]
    notes: list[str]


class PastRounds(TypedDict):
    """The text of a file, and its format. With ``dry_run`` nothing is written."""
    same_as: NotRequired[dict[str, int]]
    despite_double_booking: NotRequired[bool]
    text: str
    format: NotRequired[Literal["results", "tou", "tourney", "tsh"]]
    part: NotRequired[str]
    dry_run: NotRequired[bool]


class PatchedClubChanges(TypedDict):
    """New details of a club; omitted fields stay as they are."""
    name: NotRequired[str]
    about: NotRequired[str]
    place: NotRequired[str]
    map_url: NotRequired[str]
    languages: NotRequired[str]
    page_language: NotRequired[Literal["en", "ja", "gu", "zh-hant", ""]]
    time_zone: NotRequired[str]
    takes_messages: NotRequired[bool]
    roll_readers: NotRequired[Literal["directors", "members", "everybody"]]


class PatchedDivisionChanges(TypedDict):
    """Changed settings of a division, with what a change of the standings during the event needs."""
    slug: NotRequired[str]
    position: NotRequired[int]
    name: NotRequired[str]
    game: NotRequired[Literal["crossword", "wordbasket"]]
    rules_slug: NotRequired[Literal["tournament", "tokyo-club", "gujarati-club", "hasbro-zh", "word-basket"]]
    lexicon_version: NotRequired[int | None]
    edition: NotRequired[Literal["eu", "ca", "cs", "da", "nl", "en", "en-super", "fi", "fr", "de", "el", "gu", "hu", "it", "no", "pl", "pt", "ro", "ru", "sk", "sl", "es", "sv", "tr", ""]]
    rating_pool: NotRequired[str | None]
    entry_count: NotRequired[int]
    round_count: NotRequired[int]
    reason: NotRequired[str]
    confirm: NotRequired[bool]
    rounds_planned: NotRequired[int]
    round_minutes: NotRequired[int]
    player_minutes: NotRequired[int]
    challenge_rule: NotRequired[Literal["rules", "points", "double", "single", "five", "ten", "five-per-word", "ten-per-word", "minus-five", "minus-ten", "free-then-five", "triple", "void", "open"]]
    challenge_points: NotRequired[int]
    challenge_points_go: NotRequired[Literal["challenged", "challenger"]]
    challenge_points_per_word: NotRequired[bool]
    table_size: NotRequired[int]
    meeting_games: NotRequired[int]
    best_of: NotRequired[int]
    table_numbers: NotRequired[list[int]]
    rule_options: NotRequired[dict[str, Any]]
    rolling: NotRequired[bool]
    rolling_again: NotRequired[bool]
    rolling_longest: NotRequired[int]
    rolling_at_once: NotRequired[int]
    rolling_minute: NotRequired[int]
    rolling_repeat: NotRequired[int]
    rolling_recent: NotRequired[int]
    rolling_win: NotRequired[int]
    bye_spread: NotRequired[int]
    forfeit_spread: NotRequired[int]
    max_repeats: NotRequired[int | None]
    late_rounds: NotRequired[Literal["nothing", "bye", "forfeit"]]
    win_points: NotRequired[int]
    tie_points: NotRequired[int]
    loss_points: NotRequired[int]
    spread_cap: NotRequired[int | None]
    standings_order: NotRequired[str]
    bye_half_wins: NotRequired[int]
    spread_caps: NotRequired[list[int]]
    show_contention: NotRequired[bool]
    handicap_by: NotRequired[Literal["none", "points", "rating"]]
    handicap_percent: NotRequired[int]
    handicap_cap: NotRequired[int | None]
    seed: NotRequired[int]


class PatchedDivisionChangesSent(TypedDict):
    """Changed settings of a division, with what a change of the standings during the event needs."""
    name: NotRequired[str]
    game: NotRequired[Literal["crossword", "wordbasket"]]
    rules_slug: NotRequired[Literal["tournament", "tokyo-club", "gujarati-club", "hasbro-zh", "word-basket"]]
    lexicon_version: NotRequired[int | None]
    edition: NotRequired[Literal["eu", "ca", "cs", "da", "nl", "en", "en-super", "fi", "fr", "de", "el", "gu", "hu", "it", "no", "pl", "pt", "ro", "ru", "sk", "sl", "es", "sv", "tr", ""]]
    rating_pool: NotRequired[str | None]
    reason: NotRequired[str]
    confirm: NotRequired[bool]
    rounds_planned: NotRequired[int]
    round_minutes: NotRequired[int]
    player_minutes: NotRequired[int]
    challenge_rule: NotRequired[Literal["rules", "points", "double", "single", "five", "ten", "five-per-word", "ten-per-word", "minus-five", "minus-ten", "free-then-five", "triple", "void", "open"]]
    challenge_points: NotRequired[int]
    challenge_points_go: NotRequired[Literal["challenged", "challenger"]]
    challenge_points_per_word: NotRequired[bool]
    table_size: NotRequired[int]
    meeting_games: NotRequired[int]
    best_of: NotRequired[int]
    table_numbers: NotRequired[list[int]]
    rule_options: NotRequired[dict[str, Any]]
    rolling: NotRequired[bool]
    rolling_again: NotRequired[bool]
    rolling_longest: NotRequired[int]
    rolling_at_once: NotRequired[int]
    rolling_minute: NotRequired[int]
    rolling_repeat: NotRequired[int]
    rolling_recent: NotRequired[int]
    rolling_win: NotRequired[int]
    bye_spread: NotRequired[int]
    forfeit_spread: NotRequired[int]
    max_repeats: NotRequired[int | None]
    late_rounds: NotRequired[Literal["nothing", "bye", "forfeit"]]
    win_points: NotRequired[int]
    tie_points: NotRequired[int]
    loss_points: NotRequired[int]
    spread_cap: NotRequired[int | None]
    standings_order: NotRequired[str]
    bye_half_wins: NotRequired[int]
    spread_caps: NotRequired[list[int]]
    show_contention: NotRequired[bool]
    handicap_by: NotRequired[Literal["none", "points", "rating"]]
    handicap_percent: NotRequired[int]
    handicap_cap: NotRequired[int | None]
    seed: NotRequired[int]


class PatchedEntryChanges(TypedDict):
    """What may change about an entry; what is not sent stays."""
    name: NotRequired[str]
    rating: NotRequired[int | None]
    fixed_table: NotRequired[int | None]
    player_class: NotRequired[str]
    team: NotRequired[str]
    club: NotRequired[str]
    federation_id: NotRequired[str]
    handicap: NotRequired[Literal["even", "beginner", "strong"]]
    handicap_points: NotRequired[int]
    spread_changes: NotRequired[str]
    spread_reason: NotRequired[str]


class PatchedEventChanges(TypedDict):
    """Changed settings of an event; what is not sent stays."""
    visibility: NotRequired[Literal["auto", "draft", "unlisted", "link", "members", "public"]]
    about: NotRequired[str]
    place: NotRequired[str]
    map_url: NotRequired[str]
    fees: NotRequired[str]
    time_zone: NotRequired[str]
    hide_entries: NotRequired[bool]
    name: NotRequired[str]
    starts_on: NotRequired[str]
    table_links: NotRequired[bool]


class PatchedHold(TypedDict):
    """Whether a player is kept out of new pairs."""
    held: NotRequired[bool]


class Payout(TypedDict):
    """Prizes that one player wins or several share."""
    prizes: list[int]
    winners: list[Winner]
    pot: str
    each: str


class PeopleCount(TypedDict):
    """How many people it was done for."""
    count: int


class PersonalLink(TypedDict):
    """A player's personal link. An empty key: replace the link."""
    entry_id: int
    number: int
    name: str
    key: str
    url: str


class Pin(TypedDict):
    """A published list of the division's pool; null: its live list of now."""
    official_list: int | None


class Place(TypedDict):
    """A line of the standings."""
    place: int
    wins: float
    losses: float
    spread: int


class PlaceMove(TypedDict):
    """A player whose line of the standings would change."""
    name: str
    before: Place
    after: Place


class Plan(TypedDict):
    """The rounds of a division, as planned. To change it, send the rounds to come, or the same as `text`."""
    first_open_round: int
    from_round: int
    text: NotRequired[str]
    rounds: NotRequired[list[PlannedRound]]


class PlanSent(TypedDict):
    """The rounds of a division, as planned. To change it, send the rounds to come, or the same as `text`."""
    from_round: int
    text: NotRequired[str]
    rounds: NotRequired[list[PlannedRoundSent]]


class PlannedRound(TypedDict):
    """One round of a plan."""
    number: int
    system: NotRequired[Literal["swiss", "auto", "win_groups", "cop", "chew", "koth", "qoth", "finals", "round_robin", "interleaved", "team_round_robin", "team_matches", "fontes", "factor", "quartile", "australian", "quick", "random", "elimination", "double_elimination", "package", ""]]
    options: NotRequired[PairingOptions]
    lag: NotRequired[int]
    minutes: NotRequired[int | None]
    starts_at: str | None
    paired_by: str


class PlannedRoundSent(TypedDict):
    """One round of a plan."""
    system: NotRequired[Literal["swiss", "auto", "win_groups", "cop", "chew", "koth", "qoth", "finals", "round_robin", "interleaved", "team_round_robin", "team_matches", "fontes", "factor", "quartile", "australian", "quick", "random", "elimination", "double_elimination", "package", ""]]
    options: NotRequired[PairingOptions]
    lag: NotRequired[int]
    minutes: NotRequired[int | None]


class Play(TypedDict):
    """The words of one play."""
    words: list[str]


class PlayerRating(TypedDict):
    """A player's line of the list and every event behind it, oldest first; estimates last."""
    line: ListLine
    history: list[HistoryPoint]


class Pool(TypedDict):
    """A rating pool. ``up_to_date``: every recorded result is in the ratings."""
    slug: str
    name: str
    club: str | None
    system: Literal["naspa", "naspa2024", "naspa-club", "nsa", "wespa-250", "wespa-172", "australian", "pakistani", "new-zealand", "new-zealand-2017", "new-zealand-1999", "absp-1998", "norwegian", "coco", "isc", "elo", "glicko2", "glicko225", "event-kalman", "linked-kalman"]
    players: int
    up_to_date: bool


class Prize(TypedDict):
    """A prize. Without a division all of the event compete; of a group (`exclusive`) nobody wins two."""
    id: int
    position: int
    name: str
    kind: NotRequired[Literal["rank", "spread", "round_record", "last_hour", "lower_half_record", "high_game", "high_win", "high_loss", "low_win", "low_loss", "high_play", "high_word", "over_seed", "under_seed", "upset", "tough_luck", "team_total", "handicap", "handicap_rank", "given"]]
    division: NotRequired[str | None]
    place: NotRequired[int]
    amount: NotRequired[str]
    value: NotRequired[str]
    first_round: NotRequired[int]
    last_round: NotRequired[int | None]
    player_class: NotRequired[str]
    team: NotRequired[str]
    exclusive: NotRequired[str]
    count: NotRequired[int]
    shown: NotRequired[int]
    winners: NotRequired[list[int]]


class PrizeSent(TypedDict):
    """A prize. Without a division all of the event compete; of a group (`exclusive`) nobody wins two."""
    name: str
    kind: NotRequired[Literal["rank", "spread", "round_record", "last_hour", "lower_half_record", "high_game", "high_win", "high_loss", "low_win", "low_loss", "high_play", "high_word", "over_seed", "under_seed", "upset", "tough_luck", "team_total", "handicap", "handicap_rank", "given"]]
    division: NotRequired[str | None]
    place: NotRequired[int]
    amount: NotRequired[str]
    value: NotRequired[str]
    first_round: NotRequired[int]
    last_round: NotRequired[int | None]
    player_class: NotRequired[str]
    team: NotRequired[str]
    exclusive: NotRequired[str]
    count: NotRequired[int]
    shown: NotRequired[int]
    winners: NotRequired[list[int]]


class PrizeChances(TypedDict):
    """Who can still win a prize; an empty name is first place where no prize is defined."""
    name: str
    chances: list[Chance]
    out: int


class PrizeFund(TypedDict):
    """The money of an event and how prizes are shared."""
    currency: NotRequired[str]
    fee: NotRequired[str]
    added: NotRequired[str]
    costs: NotRequired[str]
    sharing: NotRequired[Literal["sum", "each"]]
    unit: NotRequired[str]


class PrizeMove(TypedDict):
    """A prize that others would win."""
    name: str
    before: list[str]
    after: list[str]


class PrizeSheet(TypedDict):
    """What comes in, what the prizes cost, who gets how much, and what is left."""
    fund: PrizeFund
    currency: str
    players: int
    fees: str
    paid_in: str
    prizes: str
    paid_out: str
    left: str
    left_now: str
    payouts: list[Payout]


class PublicPerson(TypedDict):
    """What everybody sees of a person. `waiting`: the place on the waiting list; null for those who are in."""
    name: str
    rating: int | None
    club: str
    waiting: int | None


class Publish(TypedDict):
    """A list to be published."""
    name: str
    effective: str


class PublishRound(TypedDict):
    """The version of the round that was seen; `whole_meeting`: also publish the rounds in which its pairs play
    again."""
    expected_version: int
    whole_meeting: NotRequired[bool]
    reason: NotRequired[str]


class Queue(TypedDict):
    """The queue, and the games in play by their ids."""
    automatic: bool
    waiting: list[QueueLine]
    games: list[int]


class QueueLine(TypedDict):
    """A waiting player. `minutes`: how long; `games`: tonight; `held`: kept out of new pairs."""
    entry_id: int
    number: int
    name: str
    rating: int | None
    since: str
    minutes: int
    held: bool
    games: int


class QueueSwitch(TypedDict):
    """Whether pairs form automatically."""
    automatic: bool


class RatedEvent(TypedDict):
    """An event of the pool; ``players`` is how many ratings it moved."""
    id: int
    name: str
    date: str
    rounds: int
    final: bool
    players: int


class RatingMove(TypedDict):
    """A player whose rating would change."""
    player_id: int
    name: str
    before: int | None
    after: int | None
    difference: int | None


class RatingReason(TypedDict):
    """Why something is done."""
    reason: str


class RatingSnapshot(TypedDict):
    """The list that the entries' ratings come from; ``ratings``: entry id → [rating, career games or null]."""
    pool: str | None
    official_list: int | None
    source: str
    as_of: str
    taken_at: str
    ratings: dict[str, list[int | None]]


class RatingSnapshotSent(TypedDict):
    """The list that the entries' ratings come from; ``ratings``: entry id → [rating, career games or null]."""
    ratings: dict[str, list[int | None]]


class Readiness(TypedDict):
    """What is missing or odd; ``ready``: nothing blocks."""
    ready: bool
    notes: list[Note]


class Reason(TypedDict):
    """A change that needs a reason."""
    reason: str


class Record(TypedDict):
    """A game record: stated and computed values side by side."""
    uuid: str
    format: Literal["gcg", "moves", "json", "wordbasket"]
    verdict: Literal["ok", "note", "discrepancy", "error"]
    sha256: str
    engine_version: str
    rules_slug: str
    lexicon_version: int | None
    created_at: str
    findings: list[dict[str, Any]]
    report: dict[str, Any]


class Register(TypedDict):
    """One form: up to twelve people. The same `client_token` again is the same registration."""
    client_token: str
    people: list[NewPerson]
    email: NotRequired[str]
    phone: NotRequired[str]
    note: NotRequired[str]
    together: NotRequired[bool]
    consents: NotRequired[bool]


class RegistrationLink(TypedDict):
    """A personal link."""
    key: str
    url: str


class RegistrationSettings(TypedDict):
    """How people register: all of it, with what is not sent as at first. Divisions that are not named keep their
    places."""
    is_open: NotRequired[bool]
    opens_at: NotRequired[str | None]
    closes_at: NotRequired[str | None]
    late_entries: NotRequired[bool]
    approval: NotRequired[bool]
    members_only: NotRequired[bool]
    offer_hours: NotRequired[int]
    initials_of_minors: NotRequired[bool]
    accepts_pairing_requests: NotRequired[bool]
    consent: NotRequired[str]
    currency: NotRequired[str]
    fields: NotRequired[dict[str, Literal["hidden", "optional", "required"]]]
    divisions: NotRequired[list[_DivisionSettings]]


class Reissue(TypedDict):
    """Why the slip is replaced."""
    reason: NotRequired[str]


class Replay(TypedDict):
    """The event right after an action."""
    exact: bool
    divisions: list[ReplayDivision]


class ReplayDivision(TypedDict):
    """A division then."""
    slug: str
    name: str
    standings: list[ReplayLine]
    rounds: list[ReplayRound]


class ReplayGame(TypedDict):
    """A game then, with its result if there was one."""
    table: int | None
    players: list[str]
    state: Literal["pending", "confirmed", "conflict", ""]
    kind: str
    first_score: int | None
    second_score: int | None
    tally: str
    led_before: str


class ReplayLine(TypedDict):
    """A line of the standings then."""
    rank: int
    number: int
    name: str
    rating: int | None
    points: int
    wins: float
    losses: float
    spread: int
    withdrawn: bool


class ReplayRound(TypedDict):
    """A round then; a draft is named only."""
    number: int
    public: bool
    games: list[ReplayGame]


class Result(TypedDict):
    """The pairing's result, derived from reports and rulings. A ruling sends back its ``version``."""
    state: Literal["pending", "confirmed", "conflict"]
    kind: Literal["played", "bye", "forfeit_win", "forfeit_loss", "double_forfeit", "void"]
    first_score: int | None
    second_score: int | None
    tally: str
    lost_on_time: Literal["first", "second", ""]
    led_before: Literal["first", "second", "third", "fourth", "level", ""]
    spread: int | None
    version: int
    open_questions: int
    record_uuid: str
    confirmed_at: str | None


class ResultFields(TypedDict):
    """How a game ended; scores only if it was played."""
    kind: NotRequired[Literal["played", "bye", "forfeit_win", "forfeit_loss", "double_forfeit", "void"]]
    first_score: NotRequired[int | None]
    second_score: NotRequired[int | None]
    tally: NotRequired[str]
    lost_on_time: NotRequired[Literal["first", "second", ""]]
    led_before: NotRequired[Literal["first", "second", "third", "fourth", "level", ""]]


class Return(TypedDict):
    """A withdrawn player comes back."""
    reason: NotRequired[str]


class RoleLine(TypedDict):
    """A role that somebody has now or will have."""
    id: int | None
    membership: int | None
    username: str
    role: Literal["director", "assistant", "scorer", "word_judge", "check_in", "officer", "ratings_officer", "member"]
    first_day: str | None
    last_day: str | None
    tables: str
    given_by: str
    by_link: bool
    given_at: str | None
    begins_later: bool


class Roster(TypedDict):
    """A roster as text of a CSV or tsh file, or as rows."""
    same_as: NotRequired[dict[str, int]]
    despite_double_booking: NotRequired[bool]
    format: NotRequired[Literal["csv", "tsh"]]
    text: NotRequired[str]
    rows: NotRequired[list[EntryInput]]


class RosterFile(TypedDict):
    """A roster as an uploaded file."""
    same_as: NotRequired[dict[str, int]]
    despite_double_booking: NotRequired[bool]
    format: NotRequired[Literal["csv", "tsh"]]
    file: bytes


class RosterPreview(TypedDict):
    """What importing would do; with any problem, nothing is imported."""
    ok: bool
    rows: list[RosterRow]
    problems: list[RosterProblem]
    unused: list[str]


class RosterProblem(TypedDict):
    """A line that cannot be imported."""
    line: int
    text: str
    message: str
    remedy: str


class RosterRow(TypedDict):
    """What importing a line will do."""
    line: int
    name: str
    rating: int | None
    career_games: int | None
    external_id: str
    action: Literal["new", "known", "entered", "changed", "ask"]
    player_id: int | None
    typed: str
    similar: list[Similar]
    changes: list[EntryChange]
    note: str
    also_in: list[str]


class Round(TypedDict):
    """A round. Every edit sends back the ``version`` it was decided on."""
    number: int
    state: Literal["draft", "published", "closed"]
    version: int
    published_at: str | None


class RoundChoice(TypedDict):
    """A division's round to publish."""
    division: str
    number: int
    expected_version: int


class RuleSet(TypedDict):
    """A rule set; every parameter but ``slug`` and ``name`` may be changed by a division's ``rule_options``."""
    slug: str
    name: str
    tile_set: str
    board: str
    rack_size: int
    bingo_from: int
    bingo_bonus: int
    challenge: str
    free_challenges: int
    exchange_minimum: int | None
    pass_rule: str
    scoreless_limit: int
    out_factor: int
    others_lose: bool
    stuck_lose: bool
    tie_before_adjustment: bool
    withdrawn_passes: bool
    overtime_points: int
    overtime_minutes: int | None
    overtime_loses: bool
    overtime_spread: int
    finish_line: int | None
    word_smog: bool


class Ruling(TypedDict):
    """An official's decision. ``expected_version``: the version of the result that was ruled on (0: none yet)."""
    kind: NotRequired[Literal["played", "bye", "forfeit_win", "forfeit_loss", "double_forfeit", "void"]]
    first_score: NotRequired[int | None]
    second_score: NotRequired[int | None]
    tally: NotRequired[str]
    lost_on_time: NotRequired[Literal["first", "second", ""]]
    led_before: NotRequired[Literal["first", "second", "third", "fourth", "level", ""]]
    spread: NotRequired[int | None]
    reason: str
    expected_version: int


class Run(TypedDict):
    """How a round was paired: ``plan`` names for every pair the terms that chose it."""
    system: str
    seed: int
    engine_version: str
    fingerprint: str
    created_at: str
    plan: Any


class SearchResult(TypedDict):
    """Words found, at most 500."""
    words: list[str]
    definitions: dict[str, str]


class Season(TypedDict):
    """A season of a league."""
    name: str
    starts_on: str
    ends_on: NotRequired[str | None]
    open_to_all: NotRequired[bool]
    best_events: NotRequired[int | None]
    min_games: NotRequired[int]
    win_points: NotRequired[int]
    tie_points: NotRequired[int]
    loss_points: NotRequired[int]
    bye_half_wins: NotRequired[int]
    standings_order: NotRequired[str]
    number: int
    state: Literal["draft", "running", "finished"]


class SeasonDetail(TypedDict):
    """A season with its divisions, the top one first."""
    name: str
    starts_on: str
    ends_on: NotRequired[str | None]
    open_to_all: NotRequired[bool]
    best_events: NotRequired[int | None]
    min_games: NotRequired[int]
    win_points: NotRequired[int]
    tie_points: NotRequired[int]
    loss_points: NotRequired[int]
    bye_half_wins: NotRequired[int]
    standings_order: NotRequired[str]
    number: int
    state: Literal["draft", "running", "finished"]
    divisions: list[SeasonDivision]


class SeasonDivision(TypedDict):
    """A division of a season, 1 = the top, and what counts for it."""
    name: str
    slug: str
    position: int
    exchange: int
    players: int
    events: list[dict[str, Any]]


class SeasonLine(TypedDict):
    """A line of a season's table. `rank` is null for a player with too few games."""
    rank: int | None
    player_id: int
    name: str
    zone: Literal["up", "down", ""]
    tied: bool
    short: int
    wins: float
    losses: float
    ties: int
    points: int
    spread: int
    played: int
    byes: int
    forfeits: int
    decided_by: list[float]
    events: list[Part]


class SeatLine(TypedDict):
    """An entry at a table."""
    entry_id: int
    player_id: int
    number: int
    name: str
    rating: int | None


class Seed(TypedDict):
    """An official list as text, what it is called, and from when it is valid."""
    text: str
    source: str
    as_of: str
    choices: NotRequired[dict[str, str]]


class SeedLine(TypedDict):
    """A player's place. ``seed``: given by hand, with the ``reason``; null: by rating."""
    place: int
    entry: int
    name: str
    rating: int | None
    seed: int | None
    reason: str


class Seeds(TypedDict):
    """All seeds given by hand, and why they change; whoever is not named is seeded by rating."""
    seeds: list[GivenSeed]
    reason: str


class Seen(TypedDict):
    """A reported result, in the version that was seen."""
    pairing_id: int
    version: int


class Segment(TypedDict):
    """One split of the event, every point accounted for: start + the games' points + ``adjustments`` = end."""
    first_round: int
    last_round: int
    start: int | None
    end: int
    games: list[GameLine]
    steps: list[Step]
    adjustments: dict[str, Any]
    newcomer: Newcomer | None
    deviation: list[float] | None


class SendBack(TypedDict):
    """What must be corrected, and why."""
    fields: list[Literal["name", "email", "phone", "rating", "club", "federation_id", "player_class", "title", "pronouns", "minor"]]
    message: str


class Similar(TypedDict):
    """A player of the club with a similar name."""
    player_id: int
    name: str
    about: str


class Slip(TypedDict):
    """Who plays, for the holder of the slip."""
    event: str
    event_name: str
    division: str
    open: bool
    pairing: PairingLine


class SlipFileReport(TypedDict):
    """A report from a table with a file."""
    kind: NotRequired[Literal["played", "forfeit_win", "forfeit_loss"]]
    first_score: NotRequired[int | None]
    second_score: NotRequired[int | None]
    tally: NotRequired[str]
    lost_on_time: NotRequired[Literal["first", "second", ""]]
    led_before: NotRequired[Literal["first", "second", "third", "fourth", "level", ""]]
    client_token: str
    record: NotRequired[str]
    side: Literal["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]
    record_file: NotRequired[bytes]


class SlipKey(TypedDict):
    """A pairing's private link. Whoever has it can report the game; an empty key: replace the link."""
    pairing_id: int
    table_number: int | None
    first: str
    second: str
    key: str
    code: str
    url: str


class SlipReport(TypedDict):
    """A report from a table. ``side`` says who reports."""
    kind: NotRequired[Literal["played", "forfeit_win", "forfeit_loss"]]
    first_score: NotRequired[int | None]
    second_score: NotRequired[int | None]
    tally: NotRequired[str]
    lost_on_time: NotRequired[Literal["first", "second", ""]]
    led_before: NotRequired[Literal["first", "second", "third", "fourth", "level", ""]]
    client_token: str
    record: NotRequired[str]
    side: Literal["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]


class StandingsLine(TypedDict):
    """A line of the standings. Halves of wins and losses are ties; byes and forfeits are in them."""
    rank: int
    entry_id: int
    player_id: int
    number: int
    name: str
    rating: int | None
    wins: float
    losses: float
    ties: int
    spread: int
    played: int
    byes: int
    forfeits: int
    firsts: int
    seconds: int
    withdrawn: bool
    by_bracket: bool
    decided_by: list[float]


class Start(TypedDict):
    """Which rounds to publish. ``clock``: then start the event's clock, too."""
    rounds: list[RoundChoice]
    clock: NotRequired[bool]


class StartReport(TypedDict):
    """The outcome for each. ``clock``: the id of the event's clock if it was started; ``no_clock``: why it was not."""
    rounds: list[Started]
    clock: int | None
    no_clock: str


class Started(TypedDict):
    """The outcome for a division's round; ``why`` is empty when it is published."""
    division: str
    number: int
    started: bool
    why: str


class Step(TypedDict):
    """A stretch of the way at one K."""
    k: float
    excess: float
    start: float
    end: float


class Submission(TypedDict):
    """A stored report; it never changes."""
    id: int
    side: Literal["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "official"]
    channel: Literal["link", "table", "official", "api", "import"]
    kind: Literal["played", "bye", "forfeit_win", "forfeit_loss", "double_forfeit", "void", "undone"]
    first_score: int | None
    second_score: int | None
    tally: str
    lost_on_time: Literal["first", "second", ""]
    led_before: Literal["first", "second", "third", "fourth", "level", ""]
    client_token: str
    record_uuid: str
    created_at: str


class SwapPlayers(TypedDict):
    """Two entries of the round that change places; one of them may have the bye."""
    expected_version: int
    entry_a: int
    entry_b: int


class SwapSeats(TypedDict):
    """A pairing whose players change first and second."""
    expected_version: int
    pairing_id: int


class TableTime(TypedDict):
    """Extra time of a table. ``ends_at``: when its time is up, null without a running clock."""
    id: int
    pairing: int
    table: int | None
    minutes: int
    reason: str
    ends_at: str | None


class TableTimeGiven(TypedDict):
    """Extra time for the game that is being played at a table. Everyone can read the reason."""
    table: int
    minutes: int
    reason: str


class TeamBoard(TypedDict):
    """A board of a match; `one` plays for the match's first-named team."""
    board: int
    pairing_id: int
    table_number: int | None
    first: Literal["one", "two"]
    one: SeatLine
    two: SeatLine
    kind: str
    one_score: int | None
    two_score: int | None
    one_points: float | None
    two_points: float | None
    record_uuid: str


class TeamLine(TypedDict):
    """A line of the team standings."""
    rank: int
    team: str
    won: int
    tied: int
    lost: int
    byes: int
    points: int
    boards_won: float
    boards_lost: float
    spread: int
    players: list[TeamPlayer]


class TeamMatch(TypedDict):
    """A match of two teams in a round."""
    round: int
    one: str
    two: str
    one_points: int | None
    two_points: int | None
    one_boards: float
    two_boards: float
    boards: list[TeamBoard]


class TeamPlayer(TypedDict):
    """A player of a team, in the order of the boards."""
    entry_id: int
    player_id: int
    number: int
    name: str
    rating: int | None
    wins: float
    losses: float
    spread: int
    withdrawn: bool


class TermTotal(TypedDict):
    """What a rule costs the round: `before` (the best pairing, or the games that were there), and `after` by hand."""
    term: str
    before: int
    after: int


class Threat(TypedDict):
    """Something that puts one more player ahead. `result`: they get at least this. `margin`: they get more than
    `result`, or `result` and the player's own margin less theirs is below `margin`. `own`: the player's own margin is
    below `margin`. `tie`, `no_tie`: the two of a game tie, do not. Margins are points for less points against, below 0
    for a loss."""
    kind: Literal["result", "margin", "own", "tie", "no_tie"]
    players: list[int]
    names: list[str]
    result: int | None
    margin: int | None


class Token(TypedDict):
    """A new token; it is shown this once."""
    token: str
    expiry: str
    username: str


class Undo(TypedDict):
    """The entry to undo."""
    entry: str


class Undone(TypedDict):
    """What was undone, and the result that counts now (null: none)."""
    said: str
    result: Result | None


class Unpublish(TypedDict):
    """Make a published round a draft again."""
    expected_version: int
    reason: str


class Upload(TypedDict):
    """An uploaded list: its state, its progress, the report of the dry run, and the edition made of it."""
    id: int
    name: str
    label: str
    language: str
    dictionary: str | None
    file_name: str
    size: int
    encoding: str
    state: Literal["received", "checked", "compiling", "done", "failed", "discarded"]
    progress: int
    error: str
    report: Any
    edition: int | None
    created_at: str


class Verdict(TypedDict):
    """One answer for the whole play."""
    edition: str
    checksum: str
    acceptable: bool


class Version(TypedDict):
    """The version of the round that was seen."""
    expected_version: int


class WebhookDelivery(TypedDict):
    """A delivery. ``number`` is its ``webhook-id``, the same at every try."""
    id: int
    number: str
    topic: Literal["round.published", "round.changed", "round.unpublished", "result.confirmed", "result.corrected", "event.finished", "event.reopened", "news.posted", "ratings.updated", "ratings.list_published", "test"]
    state: Literal["waiting", "sending", "sent", "failed", "dropped"]
    tries: int
    due_at: str
    status_code: int | None
    trouble: Literal["private", "certificate", "time", "connection", "redirect", "address", "key", ""]
    created_at: str
    sent_at: str | None


class WebhookLine(TypedDict):
    """A webhook; its secret cannot be read again."""
    id: int
    name: str
    address: str
    topics: list[str]
    paused: Literal["", "by_hand", "failures", "gone"]
    failures: int
    needs_secret: bool
    created_at: str


class WhatIf(TypedDict):
    """A test copy of an event: for officials alone, without slips and ratings, never public."""
    slug: str
    name: str
    created_at: str


class Who(TypedDict):
    """Who is meant: a player's id, 0 for a new player."""
    same_as: int


class Winner(TypedDict):
    """Who wins, and what decided it."""
    name: str
    number: int
    division: str
    team: str
    value: list[float]
    round: int | None
    opponent: str
    play: str


class Withdraw(TypedDict):
    """The player leaves after a round; 0: before the first."""
    forfeit_games: NotRequired[bool]
    after_round: int
    missed_spread: NotRequired[int | None]
    reason: NotRequired[str]


class WordChallenge(TypedDict):
    """A word of Word Basket, where it was said: ``basket`` is a letter or a line (“か*”), ``card`` a letter, a line, or
    5, 6, 7+."""
    client_token: str
    pairing: NotRequired[int | None]
    challenger: NotRequired[int | None]
    player: NotRequired[int | None]
    word: str
    basket: NotRequired[str]
    card: NotRequired[str]
    last_card: NotRequired[bool]
    handicap: NotRequired[Literal["beginner", "even", "strong"]]
    previous: NotRequired[str]


class Work(TypedDict):
    """How far a calculation is."""
    state: str
    percent: int


class _DivisionSettings(TypedDict):
    division: str
    capacity: NotRequired[int | None]
    rating_min: NotRequired[int | None]
    rating_max: NotRequired[int | None]
    fee: NotRequired[str | None]
    classes: NotRequired[str]


class _Person(TypedDict):
    """A player of the club."""
    id: int
    name: str


class _Problem(TypedDict):
    line: int
    message: str



class Wordhall:
    """A site. ``token``: of the account page or of ``login``; without one, what everybody may read."""

    def __init__(self, address: str, token: str = "", *, language: str = "en", timeout: float = 30) -> None:
        self.address, self.token, self.language, self.timeout = address.rstrip("/"), token, language, timeout

    def every(self, page: Page[Row]) -> Iterator[Row]:
        """All rows of a list, from this page to its last."""
        yield from page["results"]
        while following := page.get("next"):
            parts = urllib.parse.urlsplit(following)
            page = cast("Page[Row]", self._call("GET", f"{parts.path}?{parts.query}"))
            yield from page["results"]

    def _call(
        self,
        method: str,
        path: str,
        *,
        body: object = None,
        form: Mapping[str, Any] | None = None,
        query: Mapping[str, object] | None = None,
        key: str = "",
    ) -> Any:
        """The answer's JSON, or its text. Raises Refused, and URLError where the site cannot be reached."""
        chosen = {name: value for name, value in (query or {}).items() if value is not None}
        told = {name: str(value).lower() if isinstance(value, bool) else value for name, value in chosen.items()}
        address = self.address + path + (f"?{urllib.parse.urlencode(told)}" if told else "")
        headers = {"Accept": "*/*", "Accept-Language": self.language}
        data: bytes | None = None
        if form is not None:
            headers["Content-Type"], data = _form(form)
        elif method in {"POST", "PUT", "PATCH"}:
            headers["Content-Type"], data = "application/json", json.dumps({} if body is None else body).encode()
        if self.token:
            headers["Authorization"] = f"Token {self.token}"
        if key:
            headers["Idempotency-Key"] = key
        request = urllib.request.Request(address, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as answer:
                return _read(answer.read(), answer.headers.get("Content-Type", ""))
        except urllib.error.HTTPError as error:
            with error:
                wait = error.headers.get("Retry-After", "")
                said = _read(error.read(), error.headers.get("Content-Type", ""))
            raise Refused(error.code, said, int(wait) if wait.isdigit() else None) from None

    def login(self, body: Login) -> Token:
        """Sign in. The token works for ten hours; a longer one is made on the account page."""
        return cast("Token", self._call("POST", f"/api/v1/auth/login/", body=body))

    def logout(self, *, key: str = "") -> None:
        """Revoke the token of this request."""
        self._call("POST", f"/api/v1/auth/logout/", key=key)

    def logout_everywhere(self, *, key: str = "") -> None:
        """Revoke every token of the user."""
        self._call("POST", f"/api/v1/auth/logout-everywhere/", key=key)

    def me(self) -> Me:
        """The user, and their role in each club."""
        return cast("Me", self._call("GET", f"/api/v1/auth/me/"))

    def list_tokens(self, *, page: int | None = None, page_size: int | None = None) -> PaginatedOwnTokenList:
        """Your valid tokens, newest first."""
        return cast("PaginatedOwnTokenList", self._call("GET", f"/api/v1/auth/tokens/", query={"page": page, "page_size": page_size}))

    def make_token(self, body: NewToken, *, key: str = "") -> CreatedToken:
        """Make a token with these scopes. Its text is in this answer only; the site keeps a hash of it."""
        return cast("CreatedToken", self._call("POST", f"/api/v1/auth/tokens/", body=body, key=key))

    def revoke_token(self, token: int) -> None:
        """End a token."""
        self._call("DELETE", f"/api/v1/auth/tokens/{_part(token)}/")

    def list_clubs(self, *, name: str | None = None, page: int | None = None, page_size: int | None = None) -> PaginatedClubList:
        """All clubs."""
        return cast("PaginatedClubList", self._call("GET", f"/api/v1/clubs/", query={"name": name, "page": page, "page_size": page_size}))

    def open_club(self, body: ClubSent, *, key: str = "") -> Club:
        """Create a club with yourself as its director."""
        return cast("Club", self._call("POST", f"/api/v1/clubs/", body=body, key=key))

    def club(self, club: str) -> Club:
        """A club."""
        return cast("Club", self._call("GET", f"/api/v1/clubs/{_part(club)}/"))

    def change_club(self, club: str, body: PatchedClubChanges | None = None) -> Club:
        """Change the club's name or text; omitted fields and the address stay as they are."""
        return cast("Club", self._call("PATCH", f"/api/v1/clubs/{_part(club)}/", body=body))

    def list_club_events(self, club: str, *, name: str | None = None, page: int | None = None, page_size: int | None = None, since: str | None = None, state: Literal["draft", "finished", "running"] | None = None, until: str | None = None) -> PaginatedEventList:
        """The events of a club."""
        return cast("PaginatedEventList", self._call("GET", f"/api/v1/clubs/{_part(club)}/events/", query={"name": name, "page": page, "page_size": page_size, "since": since, "state": state, "until": until}))

    def create_event(self, club: str, body: NewEventSent, *, key: str = "") -> EventDetail:
        """Create an event in preparation, with its first division."""
        return cast("EventDetail", self._call("POST", f"/api/v1/clubs/{_part(club)}/events/", body=body, key=key))

    def list_leagues(self, club: str, *, name: str | None = None, page: int | None = None, page_size: int | None = None, season: Literal["finished", "running"] | None = None) -> PaginatedLeagueList:
        """The club's leagues by name."""
        return cast("PaginatedLeagueList", self._call("GET", f"/api/v1/clubs/{_part(club)}/leagues/", query={"name": name, "page": page, "page_size": page_size, "season": season}))

    def create_league(self, club: str, body: NewLeague, *, key: str = "") -> League:
        """Found a league."""
        return cast("League", self._call("POST", f"/api/v1/clubs/{_part(club)}/leagues/", body=body, key=key))

    def league(self, club: str, league: str) -> League:
        """A league."""
        return cast("League", self._call("GET", f"/api/v1/clubs/{_part(club)}/leagues/{_part(league)}/"))

    def list_seasons(self, club: str, league: str, *, on: str | None = None, page: int | None = None, page_size: int | None = None, state: Literal["draft", "finished", "running"] | None = None) -> PaginatedSeasonList:
        """The seasons, newest first."""
        return cast("PaginatedSeasonList", self._call("GET", f"/api/v1/clubs/{_part(club)}/leagues/{_part(league)}/seasons/", query={"on": on, "page": page, "page_size": page_size, "state": state}))

    def create_season(self, club: str, league: str, body: NewSeason, *, key: str = "") -> SeasonDetail:
        """Begin the first season, in preparation."""
        return cast("SeasonDetail", self._call("POST", f"/api/v1/clubs/{_part(club)}/leagues/{_part(league)}/seasons/", body=body, key=key))

    def season(self, club: str, league: str, season: int) -> SeasonDetail:
        """A season with its divisions and the events that count."""
        return cast("SeasonDetail", self._call("GET", f"/api/v1/clubs/{_part(club)}/leagues/{_part(league)}/seasons/{_part(season)}/"))

    def count_event(self, club: str, league: str, season: int, division: str, body: Counted, *, key: str = "") -> CountingEvent:
        """Let the games of an event's division count; sent again it changes nothing."""
        return cast("CountingEvent", self._call("POST", f"/api/v1/clubs/{_part(club)}/leagues/{_part(league)}/seasons/{_part(season)}/divisions/{_part(division)}/events/", body=body, key=key))

    def season_standings(self, club: str, league: str, season: int, division: str, *, page: int | None = None, page_size: int | None = None) -> PaginatedSeasonLineList:
        """The table as the confirmed results stand, best first; who has played too little at the end."""
        return cast("PaginatedSeasonLineList", self._call("GET", f"/api/v1/clubs/{_part(club)}/leagues/{_part(league)}/seasons/{_part(season)}/divisions/{_part(division)}/standings/", query={"page": page, "page_size": page_size}))

    def list_members(self, club: str, *, page: int | None = None, page_size: int | None = None, role: Literal["assistant", "check_in", "director", "member", "officer", "ratings_officer", "scorer", "word_judge"] | None = None, username: str | None = None) -> PaginatedMemberList:
        """A club's members, for its directors."""
        return cast("PaginatedMemberList", self._call("GET", f"/api/v1/clubs/{_part(club)}/members/", query={"page": page, "page_size": page_size, "role": role, "username": username}))

    def set_member(self, club: str, body: MemberSent, *, key: str = "") -> Member:
        """Give a registered user a role in the club."""
        return cast("Member", self._call("POST", f"/api/v1/clubs/{_part(club)}/members/", body=body, key=key))

    def remove_member(self, club: str, membership: int) -> None:
        """Remove a member from the club."""
        self._call("DELETE", f"/api/v1/clubs/{_part(club)}/members/{_part(membership)}/")

    def list_merges(self, club: str, *, page: int | None = None, page_size: int | None = None) -> PaginatedMergeList:
        """Merges, the newest first, those that were undone too."""
        return cast("PaginatedMergeList", self._call("GET", f"/api/v1/clubs/{_part(club)}/merges/", query={"page": page, "page_size": page_size}))

    def merge_players(self, club: str, body: NewMerge, *, key: str = "") -> Merge:
        """Rate the games of ``duplicate`` as those of ``kept``, in every pool; it can be undone."""
        return cast("Merge", self._call("POST", f"/api/v1/clubs/{_part(club)}/merges/", body=body, key=key))

    def undo_merge(self, club: str, merge: int, body: RatingReason, *, key: str = "") -> Merge:
        """Make two players of one again; ratings become what they would have been."""
        return cast("Merge", self._call("POST", f"/api/v1/clubs/{_part(club)}/merges/{_part(merge)}/undo/", body=body, key=key))

    def anonymise_player(self, club: str, player: int, body: RatingReason, *, key: str = "") -> Anonymised:
        """Remove name, account, federation id and country; results stay under a number. It cannot be undone."""
        return cast("Anonymised", self._call("POST", f"/api/v1/clubs/{_part(club)}/players/{_part(player)}/anonymise/", body=body, key=key))

    def list_club_rating_pools(self, club: str, *, game: Literal["crossword", "wordbasket"] | None = None, name: str | None = None, page: int | None = None, page_size: int | None = None, system: Literal["absp-1998", "australian", "coco", "elo", "event-kalman", "glicko2", "glicko225", "isc", "linked-kalman", "naspa", "naspa-club", "naspa2024", "new-zealand", "new-zealand-1999", "new-zealand-2017", "norwegian", "nsa", "pakistani", "wespa-172", "wespa-250"] | None = None) -> PaginatedPoolList:
        """The pools of a club."""
        return cast("PaginatedPoolList", self._call("GET", f"/api/v1/clubs/{_part(club)}/rating-pools/", query={"game": game, "name": name, "page": page, "page_size": page_size, "system": system}))

    def create_rating_pool(self, club: str, body: NewPool, *, key: str = "") -> Pool:
        """Open a rating pool of the club."""
        return cast("Pool", self._call("POST", f"/api/v1/clubs/{_part(club)}/rating-pools/", body=body, key=key))

    def club_roles(self, club: str, *, page: int | None = None, page_size: int | None = None) -> PaginatedRoleLineList:
        """Who has which role in the club now or later, its members' own roles among them."""
        return cast("PaginatedRoleLineList", self._call("GET", f"/api/v1/clubs/{_part(club)}/roles/", query={"page": page, "page_size": page_size}))

    def give_club_role(self, club: str, body: NewRole, *, key: str = "") -> RoleLine:
        """Give a role; without days and tables it is the member's own, in place of the one before."""
        return cast("RoleLine", self._call("POST", f"/api/v1/clubs/{_part(club)}/roles/", body=body, key=key))

    def end_club_role(self, club: str, grant: int) -> None:
        """End the role."""
        self._call("DELETE", f"/api/v1/clubs/{_part(club)}/roles/{_part(grant)}/")

    def list_uploads(self, club: str, *, page: int | None = None, page_size: int | None = None, state: Literal["checked", "compiling", "discarded", "done", "failed", "received"] | None = None) -> PaginatedUploadList:
        """The club's lists on their way into force, newest first."""
        return cast("PaginatedUploadList", self._call("GET", f"/api/v1/clubs/{_part(club)}/uploads/", query={"page": page, "page_size": page_size, "state": state}))

    def send_word_list(self, club: str, body: NewUpload, *, key: str = "") -> Upload:
        """Send a list (text, gz, xz or zip, at most 64 MB), or start from an edition that is there. It is checked in
        the background: poll its state until it is no longer “received”. Nothing changes before it is confirmed."""
        return cast("Upload", self._call("POST", f"/api/v1/clubs/{_part(club)}/uploads/", form=body, key=key))

    def word_list(self, club: str, upload: int) -> Upload:
        """The progress of a list; after the dry run its ``report``."""
        return cast("Upload", self._call("GET", f"/api/v1/clubs/{_part(club)}/uploads/{_part(upload)}/"))

    def discard_word_list(self, club: str, upload: int) -> None:
        """Discard a list after the dry run."""
        self._call("DELETE", f"/api/v1/clubs/{_part(club)}/uploads/{_part(upload)}/")

    def confirm_word_list(self, club: str, upload: int, *, key: str = "") -> Upload:
        """Compile a checked list, and put it in force. Its state is “compiling” with a progress in percent, then
        “done”."""
        return cast("Upload", self._call("POST", f"/api/v1/clubs/{_part(club)}/uploads/{_part(upload)}/confirm/", key=key))

    def webhooks(self, club: str, *, page: int | None = None, page_size: int | None = None) -> PaginatedWebhookLineList:
        """The club's webhooks."""
        return cast("PaginatedWebhookLineList", self._call("GET", f"/api/v1/clubs/{_part(club)}/webhooks/", query={"page": page, "page_size": page_size}))

    def add_webhook(self, club: str, body: NewWebhook, *, key: str = "") -> CreatedWebhook:
        """Enter a webhook. Its secret is in this answer only."""
        return cast("CreatedWebhook", self._call("POST", f"/api/v1/clubs/{_part(club)}/webhooks/", body=body, key=key))

    def webhook(self, club: str, webhook: int) -> WebhookLine:
        """A webhook."""
        return cast("WebhookLine", self._call("GET", f"/api/v1/clubs/{_part(club)}/webhooks/{_part(webhook)}/"))

    def change_webhook(self, club: str, webhook: int, body: NewWebhook) -> WebhookLine:
        """Give it this name, address and topics; its secret stays."""
        return cast("WebhookLine", self._call("PUT", f"/api/v1/clubs/{_part(club)}/webhooks/{_part(webhook)}/", body=body))

    def delete_webhook(self, club: str, webhook: int) -> None:
        """Delete it with the list of its deliveries."""
        self._call("DELETE", f"/api/v1/clubs/{_part(club)}/webhooks/{_part(webhook)}/")

    def webhook_deliveries(self, club: str, webhook: int, *, page: int | None = None, page_size: int | None = None) -> PaginatedWebhookDeliveryList:
        """The deliveries of the last 30 days, newest first."""
        return cast("PaginatedWebhookDeliveryList", self._call("GET", f"/api/v1/clubs/{_part(club)}/webhooks/{_part(webhook)}/deliveries/", query={"page": page, "page_size": page_size}))

    def send_webhook_delivery_again(self, club: str, webhook: int, delivery: int, *, key: str = "") -> WebhookDelivery:
        """Try a delivery again that was given up."""
        return cast("WebhookDelivery", self._call("POST", f"/api/v1/clubs/{_part(club)}/webhooks/{_part(webhook)}/deliveries/{_part(delivery)}/again/", key=key))

    def pause_webhook(self, club: str, webhook: int, *, key: str = "") -> WebhookLine:
        """Send nothing until it is resumed; what happens until then is never sent."""
        return cast("WebhookLine", self._call("POST", f"/api/v1/clubs/{_part(club)}/webhooks/{_part(webhook)}/pause/", key=key))

    def resume_webhook(self, club: str, webhook: int, *, key: str = "") -> WebhookLine:
        """Send again, beginning with what waited when it was paused."""
        return cast("WebhookLine", self._call("POST", f"/api/v1/clubs/{_part(club)}/webhooks/{_part(webhook)}/resume/", key=key))

    def renew_webhook_secret(self, club: str, webhook: int, *, key: str = "") -> CreatedWebhook:
        """Make a new secret, which is in this answer only; the one before signs nothing more."""
        return cast("CreatedWebhook", self._call("POST", f"/api/v1/clubs/{_part(club)}/webhooks/{_part(webhook)}/secret/", key=key))

    def test_webhook(self, club: str, webhook: int, *, key: str = "") -> WebhookDelivery:
        """Send a test; the list of deliveries says how it went."""
        return cast("WebhookDelivery", self._call("POST", f"/api/v1/clubs/{_part(club)}/webhooks/{_part(webhook)}/test/", key=key))

    def list_dictionaries(self, *, club: str | None = None, language: Literal["ca", "cs", "da", "de", "el", "en", "es", "eu", "fi", "fr", "gu", "hu", "it", "ja", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sv", "tr"] | None = None, name: str | None = None, page: int | None = None, page_size: int | None = None) -> PaginatedDictionaryList:
        """The dictionaries that this visitor may see."""
        return cast("PaginatedDictionaryList", self._call("GET", f"/api/v1/dictionaries/", query={"club": club, "language": language, "name": name, "page": page, "page_size": page_size}))

    def dictionary(self, slug: str) -> Dictionary:
        """One dictionary with its editions."""
        return cast("Dictionary", self._call("GET", f"/api/v1/dictionaries/{_part(slug)}/"))

    def judge_words(self, slug: str, body: Play, *, key: str = "") -> Verdict:
        """Judge the words of one play: acceptable or not, without saying which word fails. Nothing is logged."""
        return cast("Verdict", self._call("POST", f"/api/v1/dictionaries/{_part(slug)}/judge/", body=body, key=key))

    def look_up_words(self, slug: str, body: Batch, *, key: str = "") -> Membership:
        """Look up as many as 1000 words in the edition in force."""
        return cast("Membership", self._call("POST", f"/api/v1/dictionaries/{_part(slug)}/lookup/", body=body, key=key))

    def search_words(self, slug: str, *, kind: Literal["prefix", "pattern", "anagram"] | None = None, q: str | None = None) -> SearchResult:
        """The first 500 words with this prefix, of this pattern, or of these letters."""
        return cast("SearchResult", self._call("GET", f"/api/v1/dictionaries/{_part(slug)}/search/", query={"kind": kind, "q": q}))

    def word(self, slug: str, word: str) -> Card:
        """Whether it is a word, its hooks, its anagrams and its definition."""
        return cast("Card", self._call("GET", f"/api/v1/dictionaries/{_part(slug)}/words/{_part(word)}/"))

    def list_events(self, *, club: str | None = None, name: str | None = None, page: int | None = None, page_size: int | None = None, since: str | None = None, state: Literal["draft", "finished", "running"] | None = None, until: str | None = None) -> PaginatedEventList:
        """All events that this visitor may see."""
        return cast("PaginatedEventList", self._call("GET", f"/api/v1/events/", query={"club": club, "name": name, "page": page, "page_size": page_size, "since": since, "state": state, "until": until}))

    def event(self, event: str) -> EventDetail:
        """An event with its divisions."""
        return cast("EventDetail", self._call("GET", f"/api/v1/events/{_part(event)}/"))

    def change_event(self, event: str, body: PatchedEventChanges | None = None) -> EventDetail:
        """Rename or re-date the event; its address stays."""
        return cast("EventDetail", self._call("PATCH", f"/api/v1/events/{_part(event)}/", body=body))

    def delete_event(self, event: str) -> None:
        """Delete an event made by mistake, while no round of it is published; a private copy at any time."""
        self._call("DELETE", f"/api/v1/events/{_part(event)}/")

    def list_adjudications(self, event: str, *, kind: Literal["appeal", "overruling", "verdict"] | None = None, page: int | None = None, page_size: int | None = None, pairing: int | None = None) -> PaginatedAdjudicationEntryList:
        """Verdicts, appeals and decisions, newest first; for those who may rule."""
        return cast("PaginatedAdjudicationEntryList", self._call("GET", f"/api/v1/events/{_part(event)}/adjudications/", query={"kind": kind, "page": page, "page_size": page_size, "pairing": pairing}))

    def judges_adjudication(self, event: str, adjudication: int) -> AdjudicationHistory:
        """A verdict, the appeals against it, the director's decisions, and which of them is in force."""
        return cast("AdjudicationHistory", self._call("GET", f"/api/v1/events/{_part(event)}/adjudications/{_part(adjudication)}/"))

    def appeal_adjudication(self, event: str, adjudication: int, body: Appeal, *, key: str = "") -> AdjudicationEntry:
        """Note that a player appeals against a verdict; the verdict stays."""
        return cast("AdjudicationEntry", self._call("POST", f"/api/v1/events/{_part(event)}/adjudications/{_part(adjudication)}/appeal/", body=body, key=key))

    def overrule_adjudication(self, event: str, adjudication: int, body: Overrule, *, key: str = "") -> AdjudicationEntry:
        """Decide on a verdict, with its consequence; the verdict stays in the log."""
        return cast("AdjudicationEntry", self._call("POST", f"/api/v1/events/{_part(event)}/adjudications/{_part(adjudication)}/overrule/", body=body, key=key))

    def awards(self, event: str) -> list[Award]:
        """The awards in the order in which they are read out; before the event is finished for officials, as the
        results stand."""
        return cast("list[Award]", self._call("GET", f"/api/v1/events/{_part(event)}/awards/"))

    def check_in(self, event: str) -> CheckIn:
        """How players check in, and how many are here, not here yet, or absent."""
        return cast("CheckIn", self._call("GET", f"/api/v1/events/{_part(event)}/check-in/"))

    def set_up_check_in(self, event: str, body: CheckInSettings | None = None) -> CheckIn:
        """Open check-in, or change how it works."""
        return cast("CheckIn", self._call("PUT", f"/api/v1/events/{_part(event)}/check-in/", body=body))

    def end_check_in(self, event: str) -> None:
        """End check-in; who was here is forgotten, so that it can begin again on another day."""
        self._call("DELETE", f"/api/v1/events/{_part(event)}/check-in/")

    def mark_no_shows(self, event: str, body: Absent | None = None, *, key: str = "") -> list[DeskLine]:
        """Those who are not here are absent in their next round, which counts nothing; who was marked, as they were
        before."""
        return cast("list[DeskLine]", self._call("POST", f"/api/v1/events/{_part(event)}/check-in/absent/", body=body, key=key))

    def check_players_in(self, event: str, body: Here | None = None, *, key: str = "") -> CheckedIn:
        """Check players in; those who were here already are left alone."""
        return cast("CheckedIn", self._call("POST", f"/api/v1/events/{_part(event)}/check-in/here/", body=body, key=key))

    def undo_arrival(self, event: str, entry: int) -> None:
        """The player is not here after all."""
        self._call("DELETE", f"/api/v1/events/{_part(event)}/check-in/here/{_part(entry)}/")

    def list_arrivals(self, event: str, *, club: str | None = None, page: int | None = None, page_size: int | None = None, presence: Literal["absent", "here", "missing"] | None = None) -> PaginatedDeskLineList:
        """Everybody who is expected, of all divisions, by name; with `presence=missing` those who are not here yet."""
        return cast("PaginatedDeskLineList", self._call("GET", f"/api/v1/events/{_part(event)}/check-in/players/", query={"club": club, "page": page, "page_size": page_size, "presence": presence}))

    def withdraw_no_show(self, event: str, body: NoShow, *, key: str = "") -> list[DeskLine]:
        """Withdraw a player who is not here; nobody, if they have come meanwhile."""
        return cast("list[DeskLine]", self._call("POST", f"/api/v1/events/{_part(event)}/check-in/withdraw/", body=body, key=key))

    def clocks(self, event: str) -> list[Clock]:
        """The clocks of the hall, with what they show; the event's own first."""
        return cast("list[Clock]", self._call("GET", f"/api/v1/events/{_part(event)}/clocks/"))

    def start_clock(self, event: str, body: ClockStart | None = None, *, key: str = "") -> Clock:
        """Start a clock; it replaces one that is over, or of an earlier round."""
        return cast("Clock", self._call("POST", f"/api/v1/events/{_part(event)}/clocks/", body=body, key=key))

    def change_clock(self, event: str, clock: int, body: ClockChange, *, key: str = "") -> Clock:
        """Pause, resume, extend (with minutes and a reason) or stop it; answers what it then shows."""
        return cast("Clock", self._call("POST", f"/api/v1/events/{_part(event)}/clocks/{_part(clock)}/", body=body, key=key))

    def add_division(self, event: str, body: DivisionSent | None = None, *, key: str = "") -> Division:
        """Add a division to an event that is not finished. What is not sent is as in the event's first division of that
        game."""
        return cast("Division", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/", body=body, key=key))

    def division(self, event: str, division: str) -> Division:
        """A division with its settings."""
        return cast("Division", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/"))

    def change_division(self, event: str, division: str, body: PatchedDivisionChangesSent | None = None) -> Division:
        """Change settings; what is not sent stays. Settings that games were played by no longer change. Once a round is
        published, what decides the standings changes only with a `reason`, and places that players have seen only with
        `confirm`; without it the answer names who would move."""
        return cast("Division", self._call("PATCH", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/", body=body))

    def rule_challenge(self, event: str, division: str, body: Challenge, *, key: str = "") -> AdjudicationEntry:
        """Judge the challenged words of one play by the division's dictionary and log it: one verdict for all of them,
        and what follows under the division's challenge rule. The same client_token again is the same adjudication (200
        instead of 201)."""
        return cast("AdjudicationEntry", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/adjudications/", body=body, key=key))

    def auto_pairing(self, event: str, division: str) -> AutoPairing:
        """The switch, the last round drafted automatically, and why the next could not be."""
        return cast("AutoPairing", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/auto-pairing/"))

    def switch_auto_pairing(self, event: str, division: str, body: AutoPairingSent) -> AutoPairing:
        """Switch it on (in the name of whoever asks) or off."""
        return cast("AutoPairing", self._call("PUT", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/auto-pairing/", body=body))

    def list_blocks(self, event: str, division: str, *, page: int | None = None, page_size: int | None = None) -> PaginatedBlockList:
        """Every pair kept apart, with its reason; for officials."""
        return cast("PaginatedBlockList", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/blocks/", query={"page": page, "page_size": page_size}))

    def block_pair(self, event: str, division: str, body: BlockSent, *, key: str = "") -> Block:
        """Keep two players apart from the next pairing on."""
        return cast("Block", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/blocks/", body=body, key=key))

    def unblock_pair(self, event: str, division: str, block: int) -> None:
        """Let the two be paired again."""
        self._call("DELETE", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/blocks/{_part(block)}/")

    def bracket(self, event: str, division: str, *, page: int | None = None, page_size: int | None = None) -> PaginatedBracketLineList:
        """All matches from the first stage to the final, in the order of play; empty where the division has no
        bracket."""
        return cast("PaginatedBracketLineList", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/bracket/", query={"page": page, "page_size": page_size}))

    def contention(self, event: str, division: str) -> ContentionWork:
        """The contention by the current results, and how far its calculation is."""
        return cast("ContentionWork", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/contention/"))

    def compute_contention(self, event: str, division: str, *, key: str = "") -> Work:
        """Calculate it: 200 where that was quick, 202 while it is running."""
        return cast("Work", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/contention/", key=key))

    def list_entries(self, event: str, division: str, *, club: str | None = None, name: str | None = None, page: int | None = None, page_size: int | None = None, player: int | None = None, player_class: str | None = None, status: Literal["active", "withdrawn"] | None = None, team: str | None = None) -> PaginatedEntryList:
        """The players of a division."""
        return cast("PaginatedEntryList", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/entries/", query={"club": club, "name": name, "page": page, "page_size": page_size, "player": player, "player_class": player_class, "status": status, "team": team}))

    def add_entry(self, event: str, division: str, body: NewEntry, *, key: str = "") -> Entry:
        """Enter one player."""
        return cast("Entry", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/entries/", body=body, key=key))

    def change_entry(self, event: str, division: str, entry: int, body: PatchedEntryChanges | None = None) -> Entry:
        """Change name, rating (until the player has been paired), class, team or fixed table; what is not sent
        stays."""
        return cast("Entry", self._call("PATCH", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/entries/{_part(entry)}/", body=body))

    def delete_entry(self, event: str, division: str, entry: int) -> None:
        """Delete an entry made by mistake, while the player sits in no round; afterwards withdraw the player
        instead."""
        self._call("DELETE", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/entries/{_part(entry)}/")

    def list_absences(self, event: str, division: str, entry: int) -> Absences:
        """Which rounds the player misses, and what each counts."""
        return cast("Absences", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/entries/{_part(entry)}/absences/"))

    def set_absences(self, event: str, division: str, entry: int, body: Absences) -> Absences:
        """Replace the absences in future rounds."""
        return cast("Absences", self._call("PUT", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/entries/{_part(entry)}/absences/", body=body))

    def replace_personal_link(self, event: str, division: str, entry: int, body: Reason, *, key: str = "") -> PersonalLink:
        """End a link that was lost or seen by others, and issue another; the reason is logged."""
        return cast("PersonalLink", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/entries/{_part(entry)}/link/", body=body, key=key))

    def return_entry(self, event: str, division: str, entry: int, body: Return | None = None, *, key: str = "") -> Entry:
        """Pair the player again from the next round on."""
        return cast("Entry", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/entries/{_part(entry)}/return/", body=body, key=key))

    def withdraw_entry(self, event: str, division: str, entry: int, body: Withdraw, *, key: str = "") -> Entry:
        """Withdraw a player after a round; results stay."""
        return cast("Entry", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/entries/{_part(entry)}/withdraw/", body=body, key=key))

    def handicap_standings(self, event: str, division: str, *, after_round: int | None = None, page: int | None = None, page_size: int | None = None) -> PaginatedHandicapLineList:
        """The handicap standings now, or as they were after a round; empty where the division has none."""
        return cast("PaginatedHandicapLineList", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/handicap-standings/", query={"after_round": after_round, "page": page, "page_size": page_size}))

    def import_past_rounds(self, event: str, division: str, body: PastRounds, *, key: str = "") -> PastPreview:
        """Preview the import of a `.t`, `.tou`, `tourney.js` or table of results, or with `dry_run` false import it,
        all or nothing."""
        return cast("PastPreview", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/past-rounds/", body=body, key=key))

    def personal_links(self, event: str, division: str, *, page: int | None = None, page_size: int | None = None) -> PaginatedPersonalLinkList:
        """Each player's link, to print or to send to that player alone; never to be cached."""
        return cast("PaginatedPersonalLinkList", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/personal-links/", query={"page": page, "page_size": page_size}))

    def round_plan(self, event: str, division: str) -> Plan:
        """The systems, options, standings, lengths and times planned for all rounds, and what paired those that are
        published."""
        return cast("Plan", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/plan/"))

    def change_round_plan(self, event: str, division: str, body: PlanSent) -> Plan:
        """Plan the rounds from `from_round` on anew; the last one sent is then the division's last. Rounds that are
        paired stay."""
        return cast("Plan", self._call("PUT", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/plan/", body=body))

    def queue(self, event: str, division: str) -> Queue:
        """Who waits, the longest wait first and those who are held last, and the games in play."""
        return cast("Queue", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/queue/"))

    def switch_queue(self, event: str, division: str, body: QueueSwitch) -> Queue:
        """Form pairs automatically, or only when a director says so."""
        return cast("Queue", self._call("PUT", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/queue/", body=body))

    def take_apart(self, event: str, division: str, game: int) -> None:
        """Take the game apart while nobody has reported anything; both players are held in the queue, and have waited
        as long as before."""
        self._call("DELETE", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/queue/games/{_part(game)}/")

    def pair_queue(self, event: str, division: str, body: FormPairs | None = None, *, key: str = "") -> Formed:
        """Form the pairs that the queue has now, which may be none; or pair the two `entries`, whatever counts against
        it."""
        return cast("Formed", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/queue/pairs/", body=body, key=key))

    def join_queue(self, event: str, division: str, body: Join, *, key: str = "") -> Queue:
        """Players are free; those who were in the queue already are left alone."""
        return cast("Queue", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/queue/players/", body=body, key=key))

    def hold_in_queue(self, event: str, division: str, entry: int, body: PatchedHold | None = None) -> Queue:
        """Keep a player out of new pairs, or no longer."""
        return cast("Queue", self._call("PATCH", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/queue/players/{_part(entry)}/", body=body))

    def leave_queue(self, event: str, division: str, entry: int) -> None:
        """The player leaves the queue, or does not go back to it after the game in play."""
        self._call("DELETE", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/queue/players/{_part(entry)}/")

    def division_ratings(self, event: str, division: str) -> DivisionRatings:
        """The pools, where the games are played, and where the players' ratings come from."""
        return cast("DivisionRatings", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/ratings/"))

    def choose_division_pools(self, event: str, division: str, body: DivisionRatingsSent) -> DivisionRatings:
        """Choose the further pools (slugs, of the club); games played already are rated in a pool that is added."""
        return cast("DivisionRatings", self._call("PUT", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/ratings/", body=body))

    def seed_ratings(self, event: str, division: str, body: Seed, *, key: str = "") -> RatingSnapshot:
        """Take the entries' ratings from a list; names and ids are matched, all or nothing."""
        return cast("RatingSnapshot", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/ratings/list/", body=body, key=key))

    def pin_ratings(self, event: str, division: str, body: Pin, *, key: str = "") -> RatingSnapshot:
        """Take the entries' ratings from a published list, or from the live list; before the first round is
        published."""
        return cast("RatingSnapshot", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/ratings/pin/", body=body, key=key))

    def import_roster(self, event: str, division: str, body: Roster | None = None, *, key: str = "") -> list[Entry]:
        """Enter the players of a roster, all or none; answers with the new entries."""
        return cast("list[Entry]", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/roster/import/", body=body, key=key))

    def preview_roster(self, event: str, division: str, body: Roster | None = None, *, key: str = "") -> RosterPreview:
        """Say what importing the roster would do, line by line; nothing is written."""
        return cast("RosterPreview", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/roster/preview/", body=body, key=key))

    def list_rounds(self, event: str, division: str, *, page: int | None = None, page_size: int | None = None) -> PaginatedRoundList:
        """The rounds by number; drafts for officials only."""
        return cast("PaginatedRoundList", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/rounds/", query={"page": page, "page_size": page_size}))

    def round(self, event: str, division: str, number: int) -> Round:
        """A round and its version."""
        return cast("Round", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/rounds/{_part(number)}/"))

    def broken_rules(self, event: str, division: str, number: int) -> list[BrokenRule]:
        """Each pairing of a draft that breaks a rule, and which; of a published round with the reason given for it."""
        return cast("list[BrokenRule]", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/rounds/{_part(number)}/broken-rules/"))

    def pair_by_hand(self, event: str, division: str, number: int, body: PairByHand | None = None, *, key: str = "") -> HandPairing:
        """Fix pairs, by numbers, names or entries, and pair the rest around them; also of a published round, whose
        games without a result are then changed in place. `preview` says what it would do, which rules it breaks and
        what that costs."""
        return cast("HandPairing", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/rounds/{_part(number)}/by-hand/", body=body, key=key))

    def confirm_reported(self, event: str, division: str, number: int, body: Confirm, *, key: str = "") -> Confirmed:
        """Confirm what players reported, as it stands; ``version`` is that of the result that was looked at."""
        return cast("Confirmed", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/rounds/{_part(number)}/confirm/", body=body, key=key))

    def discard_draft(self, event: str, division: str, number: int, body: Version, *, key: str = "") -> None:
        """Discard a draft; how it was paired stays on record."""
        self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/rounds/{_part(number)}/discard/", body=body, key=key)

    def draft_round(self, event: str, division: str, number: int, body: Draft | None = None, *, key: str = "") -> Round:
        """Pair the next round, or its draft once more. 202: the system simulates and is still calculating; until then
        there is a fallback draft, see `request/`."""
        return cast("Round", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/rounds/{_part(number)}/draft/", body=body, key=key))

    def list_locks(self, event: str, division: str, number: int, *, page: int | None = None, page_size: int | None = None) -> PaginatedLockList:
        """The locked pairs of a round; for officials."""
        return cast("PaginatedLockList", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/rounds/{_part(number)}/locks/", query={"page": page, "page_size": page_size}))

    def lock_pair(self, event: str, division: str, number: int, body: Lock, *, key: str = "") -> Lock:
        """Lock a pair: pairing the round (again) keeps it and pairs the others around it."""
        return cast("Lock", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/rounds/{_part(number)}/locks/", body=body, key=key))

    def own_entries(self, event: str, division: str, number: int) -> OwnEntries:
        """The caller's last ten entries of the round that stand, and the last ten that were undone, newest first."""
        return cast("OwnEntries", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/rounds/{_part(number)}/own-entries/"))

    def undo_entry(self, event: str, division: str, number: int, body: Undo, *, key: str = "") -> Undone:
        """Undo one entry of the caller's own; the game is as if it had not been entered, its history keeps both."""
        return cast("Undone", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/rounds/{_part(number)}/own-entries/", body=body, key=key))

    def list_pairings(self, event: str, division: str, number: int, *, entry: int | None = None, page: int | None = None, page_size: int | None = None, player: str | None = None, state: Literal["confirmed", "conflict", "none", "pending"] | None = None, table: int | None = None) -> PaginatedPairingLineList:
        """The pairings by table, byes last, with their results."""
        return cast("PaginatedPairingLineList", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/rounds/{_part(number)}/pairings/", query={"entry": entry, "page": page, "page_size": page_size, "player": player, "state": state, "table": table}))

    def publish_round(self, event: str, division: str, number: int, body: PublishRound, *, key: str = "") -> Round:
        """Publish a draft: slips get their links, players see their table. Broken rules need a `reason`."""
        return cast("Round", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/rounds/{_part(number)}/publish/", body=body, key=key))

    def readiness(self, event: str, division: str, number: int) -> Readiness:
        """Missing results, conflicts, withdrawn players, the bye; most important first."""
        return cast("Readiness", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/rounds/{_part(number)}/readiness/"))

    def pairing_request(self, event: str, division: str, number: int) -> PairingRequest:
        """The round's last request; 404 where none was needed."""
        return cast("PairingRequest", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/rounds/{_part(number)}/request/"))

    def pairing_run(self, event: str, division: str, number: int) -> Run:
        """The stored run behind the round: seed, fingerprint, and for every pair the terms that chose it."""
        return cast("Run", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/rounds/{_part(number)}/run/"))

    def list_slips(self, event: str, division: str, number: int, *, page: int | None = None, page_size: int | None = None) -> PaginatedSlipKeyList:
        """Each game's private link, to print or to send; never to be cached."""
        return cast("PaginatedSlipKeyList", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/rounds/{_part(number)}/slips/", query={"page": page, "page_size": page_size}))

    def swap_players(self, event: str, division: str, number: int, body: SwapPlayers, *, key: str = "") -> Round:
        """Swap two entries in a draft."""
        return cast("Round", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/rounds/{_part(number)}/swap-players/", body=body, key=key))

    def swap_seats(self, event: str, division: str, number: int, body: SwapSeats, *, key: str = "") -> Round:
        """Swap first and second at one table of a draft."""
        return cast("Round", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/rounds/{_part(number)}/swap-seats/", body=body, key=key))

    def unlock_pair(self, event: str, division: str, number: int, body: Lock, *, key: str = "") -> None:
        """Unlock a pair: the next pairing of the round may separate the two."""
        self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/rounds/{_part(number)}/unlock/", body=body, key=key)

    def unpublish_round(self, event: str, division: str, number: int, body: Unpublish, *, key: str = "") -> Round:
        """Make the last round a draft again while nothing was reported; its slips stop working."""
        return cast("Round", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/rounds/{_part(number)}/unpublish/", body=body, key=key))

    def list_seeds(self, event: str, division: str, *, page: int | None = None, page_size: int | None = None) -> PaginatedSeedLineList:
        """Everybody in seed order: by rating, except for those seeded by hand."""
        return cast("PaginatedSeedLineList", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/seeds/", query={"page": page, "page_size": page_size}))

    def set_seeds(self, event: str, division: str, body: Seeds, *, page: int | None = None, page_size: int | None = None) -> PaginatedSeedLineList:
        """Replace the seeds given by hand, until the first round is published."""
        return cast("PaginatedSeedLineList", self._call("PUT", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/seeds/", body=body, query={"page": page, "page_size": page_size}))

    def standings(self, event: str, division: str, *, after_round: int | None = None, page: int | None = None, page_size: int | None = None) -> PaginatedStandingsLineList:
        """The standings now, or as they were after a round; best first."""
        return cast("PaginatedStandingsLineList", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/standings/", query={"after_round": after_round, "page": page, "page_size": page_size}))

    def team_matches(self, event: str, division: str, *, page: int | None = None, page_size: int | None = None) -> PaginatedTeamMatchList:
        """The matches of the public rounds, round by round, board by board."""
        return cast("PaginatedTeamMatchList", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/team-matches/", query={"page": page, "page_size": page_size}))

    def team_standings(self, event: str, division: str, *, page: int | None = None, page_size: int | None = None) -> PaginatedTeamLineList:
        """The teams, best first, each with its players; empty unless teams play each other in the division."""
        return cast("PaginatedTeamLineList", self._call("GET", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/team-standings/", query={"page": page, "page_size": page_size}))

    def rule_word(self, event: str, division: str, body: WordChallenge, *, key: str = "") -> AdjudicationEntry:
        """Judge a word of Word Basket and log it. ``outcome.verdict`` is common_noun, proper_name, no_noun, not_listed
        or illegal, with ``reasons`` and a ``sentence`` in English and Japanese; only illegal follows from the rules."""
        return cast("AdjudicationEntry", self._call("POST", f"/api/v1/events/{_part(event)}/divisions/{_part(division)}/word-adjudications/", body=body, key=key))

    def entry_list(self, event: str) -> list[EntryList]:
        """Who is in and who waits, by division; for officials only while the event hides its players."""
        return cast("list[EntryList]", self._call("GET", f"/api/v1/events/{_part(event)}/entry-list/"))

    def feed(self, event: str) -> Feed:
        """How the followed `tourney.js` stands; 404 for an event that never followed one."""
        return cast("Feed", self._call("GET", f"/api/v1/events/{_part(event)}/feed/"))

    def follow_feed(self, event: str, body: Follow) -> Feed:
        """Follow a `tourney.js` of tsh: pairings and results of these divisions come from it from now on. It is read in
        the background."""
        return cast("Feed", self._call("PUT", f"/api/v1/events/{_part(event)}/feed/", body=body))

    def stop_feed(self, event: str) -> None:
        """Stop following; what came from the file stays, and everything is entered here again."""
        self._call("DELETE", f"/api/v1/events/{_part(event)}/feed/")

    def change_feed(self, event: str, body: FeedAct, *, key: str = "") -> Feed:
        """Read the file now, in the background, or pause or resume reading it."""
        return cast("Feed", self._call("POST", f"/api/v1/events/{_part(event)}/feed/act/", body=body, key=key))

    def finish_event(self, event: str, body: Finish | None = None, *, key: str = "") -> EventDetail:
        """Finish the event: its rounds close, its ratings become official."""
        return cast("EventDetail", self._call("POST", f"/api/v1/events/{_part(event)}/finish/", body=body, key=key))

    def event_log(self, event: str, *, page: int | None = None, page_size: int | None = None, since: str | None = None, text: str | None = None, until: str | None = None, verb: str | None = None, what: str | None = None, who: str | None = None) -> PaginatedLogLineList:
        """The event's actions that match the search, newest first."""
        return cast("PaginatedLogLineList", self._call("GET", f"/api/v1/events/{_part(event)}/log/", query={"page": page, "page_size": page_size, "since": since, "text": text, "until": until, "verb": verb, "what": what, "who": who}))

    def event_log_entry(self, event: str, action: int) -> LogEntry:
        """An action of the log, and the event as it was right after it."""
        return cast("LogEntry", self._call("GET", f"/api/v1/events/{_part(event)}/log/{_part(action)}/"))

    def pairing(self, event: str, pairing: int) -> Pairing:
        """A pairing with its result and the version that a ruling must send back."""
        return cast("Pairing", self._call("GET", f"/api/v1/events/{_part(event)}/pairings/{_part(pairing)}/"))

    def ruling_consequences(self, event: str, pairing: int) -> Consequences:
        """What a ruling on this game changes and what it does not, before it is made."""
        return cast("Consequences", self._call("GET", f"/api/v1/events/{_part(event)}/pairings/{_part(pairing)}/consequences/"))

    def say_who_goes_on(self, event: str, pairing: int, body: GoesOn) -> PairingLine:
        """Say who goes on from a match of a knock-out that ended level with this game; its result stays as it is."""
        return cast("PairingLine", self._call("PUT", f"/api/v1/events/{_part(event)}/pairings/{_part(pairing)}/goes-on/", body=body))

    def result_history(self, event: str, pairing: int, *, page: int | None = None, page_size: int | None = None) -> PaginatedHistoryItemList:
        """Reports and rulings in order; for officials."""
        return cast("PaginatedHistoryItemList", self._call("GET", f"/api/v1/events/{_part(event)}/pairings/{_part(pairing)}/history/", query={"page": page, "page_size": page_size}))

    def game_record(self, event: str, pairing: int) -> Record:
        """The record that goes with the result, with findings and the position after each turn."""
        return cast("Record", self._call("GET", f"/api/v1/events/{_part(event)}/pairings/{_part(pairing)}/record/"))

    def reported_record(self, event: str, pairing: int, uuid: str) -> Record:
        """One report's record; those that do not go with the result are for officials."""
        return cast("Record", self._call("GET", f"/api/v1/events/{_part(event)}/pairings/{_part(pairing)}/records/{_part(uuid)}/"))

    def original_record(self, event: str, pairing: int, uuid: str) -> str:
        """The record exactly as it was sent."""
        return cast("str", self._call("GET", f"/api/v1/events/{_part(event)}/pairings/{_part(pairing)}/records/{_part(uuid)}/original/"))

    def rule_result(self, event: str, pairing: int, body: Ruling, *, key: str = "") -> Result:
        """Decide a disputed result, or correct a confirmed one; earlier facts stay."""
        return cast("Result", self._call("POST", f"/api/v1/events/{_part(event)}/pairings/{_part(pairing)}/ruling/", body=body, key=key))

    def preview_ruling(self, event: str, pairing: int, body: ResultFields | None = None, *, key: str = "") -> Correction:
        """Standings, prizes and ratings (official and live) before and after this result; nothing is stored."""
        return cast("Correction", self._call("POST", f"/api/v1/events/{_part(event)}/pairings/{_part(pairing)}/ruling/preview/", body=body, key=key))

    def replace_slip(self, event: str, pairing: int, body: Reissue | None = None, *, key: str = "") -> SlipKey:
        """End the link of a slip that was lost or photographed, and issue another."""
        return cast("SlipKey", self._call("POST", f"/api/v1/events/{_part(event)}/pairings/{_part(pairing)}/slip/", body=body, key=key))

    def enter_result(self, event: str, pairing: int, body: OfficialReport, *, key: str = "") -> Outcome:
        """Enter a result at the desk. The same client_token again is the same report (200 instead of 201)."""
        return cast("Outcome", self._call("POST", f"/api/v1/events/{_part(event)}/pairings/{_part(pairing)}/submissions/", body=body, key=key))

    def prize_sheet(self, event: str) -> PrizeSheet:
        """What comes in, what the prizes cost, who gets how much as the results stand, and what is left."""
        return cast("PrizeSheet", self._call("GET", f"/api/v1/events/{_part(event)}/prize-sheet/"))

    def change_prize_fund(self, event: str, body: PrizeFund | None = None) -> PrizeSheet:
        """Replace fees, added money, costs and the way of sharing."""
        return cast("PrizeSheet", self._call("PUT", f"/api/v1/events/{_part(event)}/prize-sheet/", body=body))

    def list_prizes(self, event: str, *, page: int | None = None, page_size: int | None = None) -> PaginatedPrizeList:
        """The prizes in the order in which they are awarded."""
        return cast("PaginatedPrizeList", self._call("GET", f"/api/v1/events/{_part(event)}/prizes/", query={"page": page, "page_size": page_size}))

    def add_prize(self, event: str, body: PrizeSent, *, key: str = "") -> Prize:
        """Add a prize at the end of the list."""
        return cast("Prize", self._call("POST", f"/api/v1/events/{_part(event)}/prizes/", body=body, key=key))

    def change_prize(self, event: str, prize: int, body: PrizeSent) -> Prize:
        """Replace what the prize is for."""
        return cast("Prize", self._call("PUT", f"/api/v1/events/{_part(event)}/prizes/{_part(prize)}/", body=body))

    def remove_prize(self, event: str, prize: int) -> None:
        """Take the prize off the list."""
        self._call("DELETE", f"/api/v1/events/{_part(event)}/prizes/{_part(prize)}/")

    def register(self, event: str, body: Register) -> OwnRegistration:
        """Register up to twelve people; each is in, waits for approval, or is on the waiting list. No account is
        needed."""
        return cast("OwnRegistration", self._call("POST", f"/api/v1/events/{_part(event)}/register/", body=body))

    def registration(self, event: str) -> OpenRegistration:
        """What the form asks, who may register, and how many places are left."""
        return cast("OpenRegistration", self._call("GET", f"/api/v1/events/{_part(event)}/registration/"))

    def change_registration(self, event: str, body: RegistrationSettings | None = None) -> OpenRegistration:
        """Replace the settings; new places go to the waiting list at once."""
        return cast("OpenRegistration", self._call("PUT", f"/api/v1/events/{_part(event)}/registration/", body=body))

    def list_registrations(self, event: str, *, division: str | None = None, page: int | None = None, page_size: int | None = None, state: Literal["applied", "cancelled", "entered", "offered", "refused", "to_correct", "unclear", "waiting"] | None = None, text: str | None = None) -> PaginatedDeskPersonList:
        """The registrations that match, by division and queue; without a search all that are not over."""
        return cast("PaginatedDeskPersonList", self._call("GET", f"/api/v1/events/{_part(event)}/registrations/", query={"division": division, "page": page, "page_size": page_size, "state": state, "text": text}))

    def registered_person(self, event: str, person: int) -> DeskPerson:
        """All that was typed, and where it stands."""
        return cast("DeskPerson", self._call("GET", f"/api/v1/events/{_part(event)}/registrations/{_part(person)}/"))

    def replace_registration_link(self, event: str, person: int, *, key: str = "") -> RegistrationLink:
        """End a link that was lost or seen by others, and give another."""
        return cast("RegistrationLink", self._call("POST", f"/api/v1/events/{_part(event)}/registrations/{_part(person)}/link/", key=key))

    def move_registration(self, event: str, person: int, body: MoveRegistration, *, key: str = "") -> DeskPerson:
        """Move it before the player's first round: to the end of that queue; who is in stays in."""
        return cast("DeskPerson", self._call("POST", f"/api/v1/events/{_part(event)}/registrations/{_part(person)}/move/", body=body, key=key))

    def grant_pairing_request(self, event: str, person: int, body: GrantPairingRequest, *, key: str = "") -> DeskPerson:
        """Keep the player apart from another entry, as requested."""
        return cast("DeskPerson", self._call("POST", f"/api/v1/events/{_part(event)}/registrations/{_part(person)}/pairing-request/", body=body, key=key))

    def send_back_registration(self, event: str, person: int, body: SendBack, *, key: str = "") -> DeskPerson:
        """Send it back with the fields marked that must be corrected; its place is kept."""
        return cast("DeskPerson", self._call("POST", f"/api/v1/events/{_part(event)}/registrations/{_part(person)}/send-back/", body=body, key=key))

    def say_who_registered(self, event: str, person: int, body: Who) -> DeskPerson:
        """Say who is meant where names are only similar; the spelling is remembered."""
        return cast("DeskPerson", self._call("PUT", f"/api/v1/events/{_part(event)}/registrations/{_part(person)}/who/", body=body))

    def undo_who_registered(self, event: str, person: int) -> None:
        """Take that back: the entry is deleted and the question is asked again."""
        self._call("DELETE", f"/api/v1/events/{_part(event)}/registrations/{_part(person)}/who/")

    def accept_registrations(self, event: str, body: ChosenRegistrations, *, key: str = "") -> list[DeskPerson]:
        """Approve these people, or let them in from the waiting list, whatever the capacity. All or none."""
        return cast("list[DeskPerson]", self._call("POST", f"/api/v1/events/{_part(event)}/registrations/accept/", body=body, key=key))

    def ask_to_confirm(self, event: str, *, key: str = "") -> PeopleCount:
        """Ask all who are in to confirm their details on their pages; how many."""
        return cast("PeopleCount", self._call("POST", f"/api/v1/events/{_part(event)}/registrations/ask-to-confirm/", key=key))

    def cancel_registrations(self, event: str, body: EndedRegistrations, *, key: str = "") -> list[DeskPerson]:
        """Cancel for people who told the director; their places go to the waiting list. All or none."""
        return cast("list[DeskPerson]", self._call("POST", f"/api/v1/events/{_part(event)}/registrations/cancel/", body=body, key=key))

    def export_registrations(self, event: str) -> str:
        """Every registration with all that was typed, as CSV."""
        return cast("str", self._call("GET", f"/api/v1/events/{_part(event)}/registrations/export/"))

    def fee_totals(self, event: str) -> list[FeeTotal]:
        """How many of those who are in owe, have paid, or need not pay, and how much that is."""
        return cast("list[FeeTotal]", self._call("GET", f"/api/v1/events/{_part(event)}/registrations/fees/"))

    def mark_fees(self, event: str, body: Fees, *, key: str = "") -> list[DeskPerson]:
        """Mark the fees of these people; no money is moved."""
        return cast("list[DeskPerson]", self._call("POST", f"/api/v1/events/{_part(event)}/registrations/fees/", body=body, key=key))

    def refuse_registrations(self, event: str, body: EndedRegistrations, *, key: str = "") -> list[DeskPerson]:
        """Refuse these people with a reason that they read. All or none."""
        return cast("list[DeskPerson]", self._call("POST", f"/api/v1/events/{_part(event)}/registrations/refuse/", body=body, key=key))

    def release_event(self, event: str, *, key: str = "") -> EventDetail:
        """Let everybody see an event that was made from a copy."""
        return cast("EventDetail", self._call("POST", f"/api/v1/events/{_part(event)}/release/", key=key))

    def reopen_event(self, event: str, body: Reason, *, key: str = "") -> EventDetail:
        """Reopen a finished event, so that results can be corrected."""
        return cast("EventDetail", self._call("POST", f"/api/v1/events/{_part(event)}/reopen/", body=body, key=key))

    def event_roles(self, event: str, *, page: int | None = None, page_size: int | None = None) -> PaginatedRoleLineList:
        """Who has a role for this event only, now or later; the club's roles count in it too."""
        return cast("PaginatedRoleLineList", self._call("GET", f"/api/v1/events/{_part(event)}/roles/", query={"page": page, "page_size": page_size}))

    def give_event_role(self, event: str, body: NewRole, *, key: str = "") -> RoleLine:
        """Give a role in this event; who has it gets the new days and tables."""
        return cast("RoleLine", self._call("POST", f"/api/v1/events/{_part(event)}/roles/", body=body, key=key))

    def end_event_role(self, event: str, grant: int) -> None:
        """End the role."""
        self._call("DELETE", f"/api/v1/events/{_part(event)}/roles/{_part(grant)}/")

    def what_starts(self, event: str) -> list[DivisionStart]:
        """What publishing would do in each division, and what blocks it."""
        return cast("list[DivisionStart]", self._call("GET", f"/api/v1/events/{_part(event)}/start/"))

    def start_rounds(self, event: str, body: Start, *, key: str = "") -> StartReport:
        """Publish the drafts that are named, each by itself; those refused stay drafts, with the reason."""
        return cast("StartReport", self._call("POST", f"/api/v1/events/{_part(event)}/start/", body=body, key=key))

    def table_times(self, event: str) -> list[TableTime]:
        """The extra time of the tables that still play, by table."""
        return cast("list[TableTime]", self._call("GET", f"/api/v1/events/{_part(event)}/table-times/"))

    def give_table_time(self, event: str, body: TableTimeGiven, *, key: str = "") -> TableTime:
        """Give a table extra time, beyond what the clock gives everyone."""
        return cast("TableTime", self._call("POST", f"/api/v1/events/{_part(event)}/table-times/", body=body, key=key))

    def cancel_table_time(self, event: str, time: int) -> None:
        """Cancel extra time that was given by mistake; the log keeps both."""
        self._call("DELETE", f"/api/v1/events/{_part(event)}/table-times/{_part(time)}/")

    def list_what_ifs(self, event: str, *, page: int | None = None, page_size: int | None = None) -> PaginatedWhatIfList:
        """The test copies of the event, newest first."""
        return cast("PaginatedWhatIfList", self._call("GET", f"/api/v1/events/{_part(event)}/what-ifs/", query={"page": page, "page_size": page_size}))

    def make_what_if(self, event: str, *, key: str = "") -> WhatIf:
        """Make a test copy of the event; it is reached by its own `slug` like any event."""
        return cast("WhatIf", self._call("POST", f"/api/v1/events/{_part(event)}/what-ifs/", key=key))

    def throw_away_what_if(self, event: str, what_if: str) -> None:
        """Delete the test copy with everything in it; the event stays as it is."""
        self._call("DELETE", f"/api/v1/events/{_part(event)}/what-ifs/{_part(what_if)}/")

    def own_event(self, link: str) -> OwnPage:
        """Who the link belongs to, the next game, and all games that are public."""
        return cast("OwnPage", self._call("GET", f"/api/v1/own/{_part(link)}/"))

    def own_game(self, link: str, number: int) -> Slip:
        """Who plays at which table in that round, and whether reports are taken."""
        return cast("Slip", self._call("GET", f"/api/v1/own/{_part(link)}/rounds/{_part(number)}/"))

    def report_own_game(self, link: str, number: int, body: OwnReport) -> Outcome:
        """Report the game as its player: two equal reports by two players' links confirm the result."""
        return cast("Outcome", self._call("POST", f"/api/v1/own/{_part(link)}/rounds/{_part(number)}/", body=body))

    def list_rating_pools(self, *, club: str | None = None, game: Literal["crossword", "wordbasket"] | None = None, name: str | None = None, page: int | None = None, page_size: int | None = None, system: Literal["absp-1998", "australian", "coco", "elo", "event-kalman", "glicko2", "glicko225", "isc", "linked-kalman", "naspa", "naspa-club", "naspa2024", "new-zealand", "new-zealand-1999", "new-zealand-2017", "norwegian", "nsa", "pakistani", "wespa-172", "wespa-250"] | None = None) -> PaginatedPoolList:
        """All rating pools."""
        return cast("PaginatedPoolList", self._call("GET", f"/api/v1/ratings/", query={"club": club, "game": game, "name": name, "page": page, "page_size": page_size, "system": system}))

    def rating_pool(self, pool: str) -> Pool:
        """A pool, and whether its ratings are up to date."""
        return cast("Pool", self._call("GET", f"/api/v1/ratings/{_part(pool)}/"))

    def accepted_results(self, pool: str) -> Accepted:
        """Game, setting, rules and dictionaries; empty: all."""
        return cast("Accepted", self._call("GET", f"/api/v1/ratings/{_part(pool)}/accepts/"))

    def change_accepted_results(self, pool: str, body: Accepted) -> Accepted:
        """Change what the pool accepts; results that are in it stay."""
        return cast("Accepted", self._call("PUT", f"/api/v1/ratings/{_part(pool)}/accepts/", body=body))

    def list_rating_checks(self, pool: str, *, kind: Literal["check", "recompute"] | None = None, page: int | None = None, page_size: int | None = None) -> PaginatedCheckList:
        """The last checks and recomputes with their answers, newest first."""
        return cast("PaginatedCheckList", self._call("GET", f"/api/v1/ratings/{_part(pool)}/checks/", query={"kind": kind, "page": page, "page_size": page_size}))

    def ask_rating_check(self, pool: str, body: NewCheck, *, key: str = "") -> Check:
        """Ask for one; it is done in the background. One that is open is answered instead of a second."""
        return cast("Check", self._call("POST", f"/api/v1/ratings/{_part(pool)}/checks/", body=body, key=key))

    def list_rated_events(self, pool: str, *, final: bool | None = None, name: str | None = None, page: int | None = None, page_size: int | None = None, since: str | None = None, until: str | None = None) -> PaginatedRatedEventList:
        """The events rated in a pool."""
        return cast("PaginatedRatedEventList", self._call("GET", f"/api/v1/ratings/{_part(pool)}/events/", query={"final": final, "name": name, "page": page, "page_size": page_size, "since": since, "until": until}))

    def rated_event_changes(self, pool: str, event: int, *, page: int | None = None, page_size: int | None = None) -> PaginatedEventLineList:
        """The changes of an event, best new rating first."""
        return cast("PaginatedEventLineList", self._call("GET", f"/api/v1/ratings/{_part(pool)}/events/{_part(event)}/", query={"page": page, "page_size": page_size}))

    def move_rated_game(self, pool: str, event: int, body: Move, *, key: str = "") -> Moved:
        """Give a rated game to the player who really played it: the row is voided and a new one recorded."""
        return cast("Moved", self._call("POST", f"/api/v1/ratings/{_part(pool)}/events/{_part(event)}/move/", body=body, key=key))

    def explain_rating_change(self, pool: str, event: int, player: int) -> Explanation:
        """The working of one player's change, game by game."""
        return cast("Explanation", self._call("GET", f"/api/v1/ratings/{_part(pool)}/events/{_part(event)}/players/{_part(player)}/"))

    def import_ratings(self, pool: str, body: Import, *, key: str = "") -> Imported:
        """Set the listed ratings as starting ratings; all or nothing."""
        return cast("Imported", self._call("POST", f"/api/v1/ratings/{_part(pool)}/import/", body=body, key=key))

    def preview_rating_import(self, pool: str, body: ListText, *, key: str = "") -> ImportPreview:
        """Read a list and look everybody up in the club; writes nothing."""
        return cast("ImportPreview", self._call("POST", f"/api/v1/ratings/{_part(pool)}/import/preview/", body=body, key=key))

    def list_official_lists(self, pool: str, *, page: int | None = None, page_size: int | None = None, since: str | None = None, until: str | None = None) -> PaginatedOfficialListList:
        """The published lists, newest first."""
        return cast("PaginatedOfficialListList", self._call("GET", f"/api/v1/ratings/{_part(pool)}/official/", query={"page": page, "page_size": page_size, "since": since, "until": until}))

    def publish_official_list(self, pool: str, body: Publish, *, key: str = "") -> OfficialList:
        """Freeze the official ratings of now as a list; one a day, and it never changes."""
        return cast("OfficialList", self._call("POST", f"/api/v1/ratings/{_part(pool)}/official/", body=body, key=key))

    def official_list(self, pool: str, listed: int, *, page: int | None = None, page_size: int | None = None) -> PaginatedOfficialLineList:
        """The lines of a published list by rank, each with the official rating of now."""
        return cast("PaginatedOfficialLineList", self._call("GET", f"/api/v1/ratings/{_part(pool)}/official/{_part(listed)}/", query={"page": page, "page_size": page_size}))

    def opening_rating(self, pool: str, player: int) -> Opening:
        """The player's starting rating; ``rating`` null: none."""
        return cast("Opening", self._call("GET", f"/api/v1/ratings/{_part(pool)}/openings/{_part(player)}/"))

    def change_opening_rating(self, pool: str, player: int, body: OpeningChange) -> Opening:
        """Set or clear (``rating`` null) the starting rating; events already rated are rated again."""
        return cast("Opening", self._call("PUT", f"/api/v1/ratings/{_part(pool)}/openings/{_part(player)}/", body=body))

    def rating_list(self, pool: str, *, active_since: str | None = None, club: str | None = None, country: str | None = None, established: bool | None = None, page: int | None = None, page_size: int | None = None, player_class: str | None = None, q: str | None = None) -> PaginatedListLineList:
        """The list of a pool, best rating first; ranks are those of the whole list."""
        return cast("PaginatedListLineList", self._call("GET", f"/api/v1/ratings/{_part(pool)}/players/", query={"active_since": active_since, "club": club, "country": country, "established": established, "page": page, "page_size": page_size, "player_class": player_class, "q": q}))

    def player_rating(self, pool: str, player: int) -> PlayerRating:
        """A player's rating and the events that made it."""
        return cast("PlayerRating", self._call("GET", f"/api/v1/ratings/{_part(pool)}/players/{_part(player)}/"))

    def own_registration(self, registration: str) -> OwnRegistration:
        """Where the registration stands."""
        return cast("OwnRegistration", self._call("GET", f"/api/v1/registrations/{_part(registration)}/"))

    def confirm_registration(self, registration: str) -> OwnRegistration:
        """Everything is right: what the director asked for is confirmed."""
        return cast("OwnRegistration", self._call("POST", f"/api/v1/registrations/{_part(registration)}/confirm/"))

    def correct_registration(self, registration: str, person: int, body: CorrectedPerson) -> OwnRegistration:
        """Send corrected details; a registration that was sent back waits for approval again. The division stays."""
        return cast("OwnRegistration", self._call("PUT", f"/api/v1/registrations/{_part(registration)}/people/{_part(person)}/", body=body))

    def accept_offer(self, registration: str, person: int) -> OwnRegistration:
        """Take the place; people who want places together take all of theirs."""
        return cast("OwnRegistration", self._call("POST", f"/api/v1/registrations/{_part(registration)}/people/{_part(person)}/accept/"))

    def cancel_own_registration(self, registration: str, person: int) -> OwnRegistration:
        """Give up the place, or the place on the waiting list; the next in the queue gets it."""
        return cast("OwnRegistration", self._call("POST", f"/api/v1/registrations/{_part(registration)}/people/{_part(person)}/cancel/"))

    def decline_offer(self, registration: str, person: int) -> OwnRegistration:
        """Decline the place; it goes to the next, and there is no second offer."""
        return cast("OwnRegistration", self._call("POST", f"/api/v1/registrations/{_part(registration)}/people/{_part(person)}/decline/"))

    def list_rules(self) -> list[RuleSet]:
        """The rule sets with their parameters."""
        return cast("list[RuleSet]", self._call("GET", f"/api/v1/rules/"))

    def slip(self, key: str) -> Slip:
        """Who plays at which table, and whether reports are taken."""
        return cast("Slip", self._call("GET", f"/api/v1/slips/{_part(key)}/"))

    def report_game(self, key: str, body: SlipReport) -> Outcome:
        """Report the game: scores, a record, or both. The same client_token again is the same report (200 instead of
        201). Such a report waits for an official, or for both players by their own links."""
        return cast("Outcome", self._call("POST", f"/api/v1/slips/{_part(key)}/", body=body))



def _read(data: bytes, kind: str) -> Any:
    if not data:
        return None
    return json.loads(data) if kind.startswith("application/json") else data.decode("utf-8", "replace")
