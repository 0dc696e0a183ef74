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
from lexicon.models import Adjudication, LexiconVersion
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


def adjudication_with(club: Club, client_token: str) -> Adjudication | None:
    """The entry that was sent with this token before."""
    return Adjudication.objects.filter(club=club, client_token=client_token).first()


def log_verdict(*, club: Club, entry: VerdictEntry, official: User | None) -> Adjudication:
    """Add a verdict; the same token again is the same entry, however often and by however many at once it is sent."""
    earlier = adjudication_with(club, entry.client_token)
    if earlier is not None:
        return earlier
    try:
        with transaction.atomic():
            return _add(club, entry, official)
    except IntegrityError:
        earlier = adjudication_with(club, entry.client_token)
        if earlier is None:
            raise
        return earlier


def _add(club: Club, entry: VerdictEntry, official: User | None) -> Adjudication:
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
    adjudication = Adjudication.objects.create(
        club=club,
        kind=Adjudication.Kind.VERDICT,
        words=list(entry.verdict.words),
        edition=str(entry.version),
        checksum=entry.checksum or entry.version.checksum,
        acceptable=entry.verdict.acceptable,
        outcome=dict(entry.outcome),
        official=official,
        decided_at=entry.decided_at or timezone.now(),
        **{name: getattr(entry, name) for name in same},
    )
    log_action(
        actor=official, verb="challenge.ruled", target=adjudication, scope=entry.scope, after=_logged(adjudication)
    )
    return adjudication


def _logged(adjudication: Adjudication) -> dict[str, object]:
    return {
        "words": adjudication.words,
        "acceptable": adjudication.acceptable,
        "checksum": adjudication.checksum,
        "rule": adjudication.rule,
    }


def follow_up(
    *,
    adjudication: Adjudication,
    kind: str,
    reason: str,
    official: User,
    client_token: str,
    acceptable: bool | None = None,
    consequence: str = "",
    outcome: Mapping[str, object] | None = None,
) -> Adjudication:
    """Add an appeal or the director's decision to a verdict; the verdict itself stays as it is.

    The caller has checked the right to. Sent twice with one token it is added once.
    """
    earlier = adjudication_with(adjudication.club, client_token)
    if earlier is not None:
        return earlier
    with transaction.atomic():
        Club.objects.select_for_update(no_key=True).get(pk=adjudication.club_id)
        earlier = adjudication_with(adjudication.club, client_token)
        if earlier is not None:
            return earlier
        copied = {
            name: getattr(adjudication, name)
            for name in ("club", "scope", "place", "challenger", "words", "version", "edition", "checksum", "rule")
        }
        added = Adjudication.objects.create(
            **copied,
            kind=kind,
            refers_to=adjudication,
            acceptable=acceptable,
            out_play=adjudication.out_play,
            reason=reason.strip(),
            consequence=consequence,
            outcome=dict(outcome or {}),
            official=official,
            client_token=client_token,
        )
        after = {**_logged(added), "verdict": adjudication.pk}
        verb = "challenge.appealed" if kind == Adjudication.Kind.APPEAL else "challenge.overruled"
        log_action(actor=official, verb=verb, target=added, scope=added.scope, after=after, reason=added.reason)
        return added
