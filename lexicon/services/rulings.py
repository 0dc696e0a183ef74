"""Writing the judge's log: verdicts, appeals, decisions of the director."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from audit.log import log_action
from clubs.models import Club, User
from lexicon.engine.alphabets import ALPHABETS
from lexicon.engine.judge import MOST_WORDS, is_acceptable, read_play
from lexicon.models import LexiconVersion, Ruling
from lexicon.queries import open_version


@dataclass(frozen=True, slots=True)
class Verdict:
    """One answer for a whole play: the words as spelt with tiles, and whether all of them are acceptable."""

    words: tuple[str, ...]
    acceptable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictEntry:
    """What the log keeps of a verdict. ``rechecked``: the server's own look-up of what a tablet ruled offline."""

    scope: str
    place: str
    version: LexiconVersion
    rule: str
    verdict: Verdict
    consequence: str
    client_token: str
    challenger: str = ""
    out_play: bool = False
    outcome: Mapping[str, object] = field(default_factory=dict)
    is_offline: bool = False
    rechecked: bool | None = None
    checksum: str = ""
    decided_at: datetime | None = None


def judge_words(version: LexiconVersion, words: list[str], *, most: int = MOST_WORDS) -> Verdict:
    """Judge the words of one play. Raises MalformedPlayError before anything is looked up, LexiconUnavailableError."""
    alphabet = ALPHABETS[version.lexicon.language]
    codes = read_play(words, alphabet, most=most)
    return Verdict(tuple(map(alphabet.decode, codes)), is_acceptable(codes, open_version(version)))


def ruling_with(club: Club, client_token: str) -> Ruling | None:
    """The entry that was sent with this token before."""
    return Ruling.objects.filter(club=club, client_token=client_token).first()


def log_verdict(*, club: Club, entry: VerdictEntry, official: User | None) -> Ruling:
    """Add a verdict; the same token again is the same entry, however often and by however many at once it is sent."""
    earlier = ruling_with(club, entry.client_token)
    if earlier is not None:
        return earlier
    try:
        with transaction.atomic():
            return _add(club, entry, official)
    except IntegrityError:
        earlier = ruling_with(club, entry.client_token)
        if earlier is None:
            raise
        return earlier


def _add(club: Club, entry: VerdictEntry, official: User | None) -> Ruling:
    same = (
        "scope",
        "place",
        "challenger",
        "version",
        "rule",
        "rechecked",
        "out_play",
        "consequence",
        "client_token",
        "is_offline",
    )
    ruling = Ruling.objects.create(
        club=club,
        kind=Ruling.Kind.VERDICT,
        words=list(entry.verdict.words),
        edition=str(entry.version),
        checksum=entry.checksum or entry.version.checksum,
        acceptable=entry.verdict.acceptable,
        outcome=dict(entry.outcome),
        official=official,
        decided_at=entry.decided_at or timezone.now(),
        **{name: getattr(entry, name) for name in same},
    )
    log_action(actor=official, verb="challenge.ruled", target=ruling, scope=entry.scope, after=_logged(ruling))
    return ruling


def _logged(ruling: Ruling) -> dict[str, object]:
    return {"words": ruling.words, "acceptable": ruling.acceptable, "checksum": ruling.checksum, "rule": ruling.rule}


def follow_up(
    *,
    ruling: Ruling,
    kind: str,
    reason: str,
    official: User,
    client_token: str,
    acceptable: bool | None = None,
    consequence: str = "",
    outcome: Mapping[str, object] | None = None,
) -> Ruling:
    """Add an appeal or the director's decision to a verdict; the verdict itself stays as it is.

    The caller has checked the right to. Sent twice with one token it is added once.
    """
    earlier = ruling_with(ruling.club, client_token)
    if earlier is not None:
        return earlier
    with transaction.atomic():
        Club.objects.select_for_update(no_key=True).get(pk=ruling.club_id)
        earlier = ruling_with(ruling.club, client_token)
        if earlier is not None:
            return earlier
        copied = {
            name: getattr(ruling, name)
            for name in ("club", "scope", "place", "challenger", "words", "version", "edition", "checksum", "rule")
        }
        added = Ruling.objects.create(
            **copied,
            kind=kind,
            refers_to=ruling,
            acceptable=acceptable,
            out_play=ruling.out_play,
            reason=reason.strip(),
            consequence=consequence,
            outcome=dict(outcome or {}),
            official=official,
            client_token=client_token,
        )
        after = {**_logged(added), "verdict": ruling.pk}
        verb = "challenge.appealed" if kind == Ruling.Kind.APPEAL else "challenge.overruled"
        log_action(actor=official, verb=verb, target=added, scope=added.scope, after=after, reason=added.reason)
        return added
