"""Erasing a person: one service puts a pseudonym in place of the name everywhere, and closes the account.

Results and ratings stay as they were, under the pseudonym. In what is otherwise only added to (log, rulings, backups, the bytes of game
records) the name is changed and nothing else, within what the person took part in. Photos of scoresheets cannot be searched for
a name: those of the person's games are deleted.

Erasures are a list (``clubs.Erasure``) and a file beside the database (``erasures.jsonl``): an older database that is
restored has the names again, and ``manage.py apply_erasures`` takes them out once more.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
from audit.models import ActionLog
from clubs.models import ApiToken, ClubGrant, ClubMessage, Erasure, Membership, Player, User
from games.models import GameRecord
from lexicon.models import Adjudication
from mail.models import Mail
from mail.services import forget_address
from ratings.models import PlayerMerge, RatedResult
from ratings.services.people import anonymise_player
from tournaments import hooks
from tournaments.models import (
    AutoPairing,
    ClockMark,
    ContentionRun,
    Division,
    Entry,
    Event,
    EventBackup,
    EventCheck,
    EventFeed,
    EventGrant,
    EventPrize,
    FollowedDivision,
    GameCollection,
    MoveComment,
    OpenQuestion,
    PairBlock,
    Pairing,
    PairingRequest,
    PairingRun,
    PersonalLink,
    Result,
    ResultRuling,
    SheetMerge,
    SheetPhoto,
    Submission,
    TableTime,
)

_HEADING: Final = re.compile(r"^#player\d+\s+(\S+)\s+(.+?)\s*$", re.MULTILINE)


def erasures_file() -> Path:
    """Where the list is kept outside the database; backed up with the data folder."""
    return Path(settings.WORDHALL_DATA) / "erasures.jsonl"


def erase_player(*, player: Player, reason: str, actor: User | None = None) -> str:
    """Put a pseudonym in place of the player's name; the pseudonym. Raises LedgerError without a reason.

    The ratings office does the same: what events store of the player is taken out by ``forget_everywhere`` in both cases.
    """
    return anonymise_player(player=player, reason=reason, actor=actor).name


def forget_everywhere(player: Player, names: Sequence[str]) -> None:
    """Take the spellings of an anonymised player's name out of everything that is stored, and put the player on the list of erasures.

    Called inside the transaction in which the player got the pseudonym.
    """
    _scrub(player.pk, names, player.name)
    for invitation in player.invitations.filter(ended_at=None):
        invitation.end()
    player.claims.all().delete()
    player.bans.all().delete()
    for link in PersonalLink.live(entry__player=player):
        link.end()
    Erasure.objects.update_or_create(player_number=player.pk, defaults={"pseudonym": player.name})
    transaction.on_commit(lambda: _write_down({"player": player.pk, "pseudonym": player.name}))


def erase_account(*, user: User, reason: str, actor: User | None = None) -> str:
    """Close the account and take out what it says of its person; its players keep theirs. The pseudonym."""
    with transaction.atomic():
        locked = User.objects.select_for_update().get(pk=user.pk)
        names = [part for part in (locked.username, locked.get_full_name(), locked.email) if part]
        pseudonym = f"erased-{locked.pk}"
        for erase in hooks.account_erased:
            erase(locked)
        for address in {locked.email, *EmailAddress.objects.filter(user=locked).values_list("email", flat=True)} - {""}:
            forget_address(address)
            ClubMessage.objects.filter(email__iexact=address).delete()
        MoveComment.objects.filter(author=locked).delete()
        GameCollection.objects.filter(owner=locked).delete()
        for model in (EmailAddress, Authenticator, ApiToken, Membership, ClubGrant, EventGrant):
            model._default_manager.filter(user=locked).delete()
        for session in UserSession.objects.filter(user=locked):
            session.end()
        locked.claims.all().delete()
        locked.players.update(user=None)
        locked.username, locked.email = pseudonym, ""
        locked.first_name = locked.last_name = locked.language = ""
        locked.is_active = locked.is_staff = locked.is_superuser = False
        locked.set_unusable_password()
        locked.save()
        rows = ActionLog.objects.filter(Q(actor=locked) | Q(target_type="clubs.user", target_id=str(locked.pk)))
        of_roles = [model._meta.label_lower for model in (Membership, ClubGrant, EventGrant)]
        membership_rows = ActionLog.objects.filter(target_type__in=of_roles, after__user=names[0])
        removed_rows = ActionLog.objects.filter(target_type__in=of_roles, before__user=names[0])
        for logged in (rows, membership_rows, removed_rows):
            _replace(logged, ("before", "after", "reason"), names, pseudonym)
        log_action(actor=actor, verb="user.erased", target=locked, reason=reason)
        Erasure.objects.update_or_create(user_number=locked.pk, defaults={"pseudonym": pseudonym})
        transaction.on_commit(lambda: _write_down({"user": locked.pk, "pseudonym": pseudonym}))
    return pseudonym


def erase_person(*, user: User, reason: str, actor: User | None = None) -> list[str]:
    """The account with all its players. The pseudonyms."""
    with transaction.atomic():
        players = list(user.players.order_by("pk"))
        done = [erase_player(player=player, reason=reason, actor=actor) for player in players]
        return [*done, erase_account(user=user, reason=reason, actor=actor)]


def apply_erasures() -> int:
    """Erase again whoever is on the list and has a name: after an older database was restored. How many."""
    known: dict[tuple[str, Any], str] = {
        ("player", row.player_number): row.pseudonym for row in Erasure.objects.exclude(player_number=None)
    }
    known |= {("user", row.user_number): row.pseudonym for row in Erasure.objects.exclude(user_number=None)}
    if erasures_file().exists():
        for line in erasures_file().read_text().splitlines():
            row = json.loads(line)
            kind = "player" if "player" in row else "user"
            known[kind, row[kind]] = row["pseudonym"]
    reason = _("already erased once; an older backup had brought the data back")
    count = 0
    for (kind, number), pseudonym in sorted(known.items()):
        if kind == "player":
            player = Player.objects.filter(pk=number).exclude(name=pseudonym).first()
            if player is not None:
                erase_player(player=player, reason=reason)
                count += 1
        else:
            user = User.objects.filter(pk=number).exclude(username=pseudonym).first()
            if user is not None:
                erase_account(user=user, reason=reason)
                count += 1
    return count


def _write_down(row: dict[str, object]) -> None:
    with erasures_file().open("a") as file:
        file.write(json.dumps({**row, "at": timezone.now().isoformat()}) + "\n")


def _scrub(player: int, names: Sequence[str], pseudonym: str) -> None:
    """The name in everything around the events of the player."""
    entries = Entry.objects.filter(player=player)
    events = set(entries.values_list("division__event", flat=True))
    for events_of in hooks.events_of_player:
        events |= set(events_of(player))
    divisions = set(Division.objects.filter(event__in=events).values_list("pk", flat=True))
    scopes = [f"event:{pk}" for pk in events]
    logged = Q(scope__in=scopes) | Q(target_type="clubs.player", target_id=str(player))
    plain: list[tuple[models.QuerySet[Any], tuple[str, ...]]] = [
        (ActionLog.objects.filter(logged), ("before", "after", "reason")),
        (EventBackup.objects.filter(event__in=events), ("data",)),
        (EventCheck.objects.filter(event__in=events), ("differences",)),
        (PairingRun.objects.filter(division__in=divisions), ("snapshot", "plan")),
        (ContentionRun.objects.filter(division__in=divisions), ("result",)),
        (ResultRuling.objects.filter(pairing__round__division__in=divisions), ("reason",)),
        (PairBlock.objects.filter(division__event__in=events), ("reason",)),
        (Event.objects.filter(pk__in=events), ("about",)),
        (EventPrize.objects.filter(event__in=events), ("name", "value")),
        (Entry.objects.filter(division__in=divisions), ("seed_reason", "spread_reason")),
        (Pairing.objects.filter(round__division__in=divisions), ("broken_rules", "broken_reason")),
        (ClockMark.objects.filter(clock__event__in=events), ("reason",)),
        (TableTime.objects.filter(pairing__round__division__in=divisions), ("reason",)),
        (PairingRequest.objects.filter(division__in=divisions), ("error",)),
        (AutoPairing.objects.filter(division__in=divisions), ("error",)),
        (EventFeed.objects.filter(event__in=events), ("answers",)),
        (FollowedDivision.objects.filter(division__in=divisions), ("problems",)),
        (MoveComment.objects.filter(pairing__round__division__in=divisions), ("text",)),
        (OpenQuestion.objects.filter(pairing__round__division__in=divisions), ("finding",)),
        # its own manager refuses every change: this is the one that is owed
        (
            models.QuerySet(Adjudication).filter(scope__in=[f"division:{pk}" for pk in divisions]),
            ("challenger", "place", "consequence", "reason", "outcome"),
        ),
        (PlayerMerge.objects.filter(Q(duplicate=player) | Q(kept=player)), ("reason",)),
        (RatedResult.objects.filter(Q(player=player) | Q(opponent=player)), ("reason",)),
        (
            Mail.objects.filter(_written_in(("subject", "text", "html"), names)),
            ("subject", "text", "html"),
        ),
    ]
    for texts in hooks.texts_of_events:
        plain += texts(events)
    for rows, fields in plain:
        _replace(rows, fields, names, pseudonym)
    for record in GameRecord.objects.filter(_records_of(player)):
        _scrub_record(record, names, pseudonym)
    for photo in SheetPhoto.objects.filter(submission__pairing__seats__entry__player=player).distinct():
        photo.file.delete(save=False)
        photo.delete()


def _written_in(fields: Iterable[str], names: Iterable[str]) -> Q:
    """Rows in whose ``fields`` one of the names may stand."""
    held = Q(pk__in=[])
    for field in fields:
        for name in names:
            held |= Q(**{f"{field}__icontains": name})
    return held


def _records_of(player: int) -> Q:
    """The records of the games of a player."""
    seats = {"pairing__seats__entry__player": player}
    sent = Submission.objects.filter(**seats).exclude(record=None).values("record")
    kept = Result.objects.filter(**seats).exclude(record=None).values("record")
    made = SheetMerge.objects.filter(**seats).exclude(record=None).values("record")
    return Q(pk__in=sent) | Q(pk__in=kept) | Q(pk__in=made)


def _replace(rows: models.QuerySet[Any], fields: Iterable[str], names: Sequence[str], pseudonym: str) -> None:
    pattern = _pattern(names)
    for row in rows.iterator():
        changed = {}
        for field in fields:
            before = getattr(row, field)
            after = _in_value(before, pattern, pseudonym)
            if after != before:
                changed[field] = after
        if changed:
            models.QuerySet(type(row)).filter(pk=row.pk).update(**changed)


def _pattern(names: Iterable[str]) -> re.Pattern[str]:
    """A name as people, files and compared spellings write it: with spaces, underscores, or nothing between its parts."""
    spelled = sorted({name for name in names if name.strip()}, key=len, reverse=True)
    parts = [r"[\s_]*".join(map(re.escape, name.split())) for name in spelled]
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)", re.IGNORECASE)


def _in_value(value: Any, pattern: re.Pattern[str], pseudonym: str) -> Any:
    if isinstance(value, str):
        return pattern.sub(lambda match: _like(match[0], pseudonym), value)
    if isinstance(value, dict):
        return {
            _in_value(key, pattern, pseudonym): _in_value(inner, pattern, pseudonym) for key, inner in value.items()
        }
    if isinstance(value, list):
        return [_in_value(inner, pattern, pseudonym) for inner in value]
    return value


def _like(written: str, pseudonym: str) -> str:
    """The pseudonym written as the name was: nicks in files have no spaces."""
    return pseudonym if " " in written else pseudonym.replace(" ", "_")


def _scrub_record(record: GameRecord, names: Sequence[str], pseudonym: str) -> None:
    """Name and nick in a record's bytes, reading and findings; the moves stay, and so do the fingerprints of everything else."""
    original = bytes(record.original)
    try:
        encoding, text = "utf-8", original.decode("utf-8")
    except UnicodeDecodeError:
        encoding, text = "latin-1", original.decode("latin-1")
    pattern = _pattern(names)
    nicks = [nick for nick, name in _HEADING.findall(text) if pattern.fullmatch(name.strip())]
    pattern = _pattern([*names, *nicks])
    text = pattern.sub(lambda match: _like(match[0], pseudonym), text)
    written = text.encode(encoding)
    GameRecord.objects.filter(pk=record.pk).update(
        original=written,
        sha256=hashlib.sha256(written).hexdigest() if written != original else record.sha256,
        summary=_in_value(record.summary, pattern, pseudonym),
        findings=_in_value(record.findings, pattern, pseudonym),
    )
