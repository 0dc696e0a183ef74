"""Events as facts: who entered, how rounds were paired, what was submitted and ruled.

Submissions, rulings and pairing runs are only ever added. ``Result`` is the one derived row kept for speed:
``engine.results.derive`` makes it from the facts, and a test compares the two.
"""

from tournaments.engine.model import ResultKind
from tournaments.models.archive import ArchiveUpload, EventLaptop, EventOrigin, HeldPhoto, HeldReport
from tournaments.models.auto_draft import AutoPairing
from tournaments.models.backups import EventBackup
from tournaments.models.broadcast import (
    MAX_SCREEN_SECONDS,
    MAX_SCREEN_TEXT,
    MIN_SCREEN_SECONDS,
    SCREEN_SECONDS,
    HallScreens,
    TableClaim,
)
from tournaments.models.checkin import (
    MAX_FORFEIT_MINUTES,
    MAX_LATE_MINUTES,
    Arrival,
    AtTable,
    Ban,
    CheckIn,
    PlayerNotice,
)
from tournaments.models.checks import EventCheck
from tournaments.models.clock import ClockMark, RoundClock, TableTime
from tournaments.models.comments import (
    MAX_COLLECTION_NAME,
    MAX_COMMENT,
    MAX_TURN,
    CollectedGame,
    GameCollection,
    MoveComment,
)
from tournaments.models.constraints import Absence, PairBlock, PairLock
from tournaments.models.events import (
    EVENT_ROLES,
    MAX_ABOUT,
    MAX_REASON,
    Division,
    Entry,
    Event,
    EventGrant,
    EventLink,
    EventRoleLink,
    Handicap,
    ScheduleItem,
    new_settings,
    settings_class,
)
from tournaments.models.feed import MAX_PART, EventFeed, FollowedDivision
from tournaments.models.kiosk import ResultsKiosk
from tournaments.models.merges import SheetMerge
from tournaments.models.photos import MAX_PHOTOS, SheetPhoto
from tournaments.models.prizes import MAX_MONEY, MAX_PLACE, EventPrize, PrizeFund
from tournaments.models.questions import OpenQuestion
from tournaments.models.queue import QueuePlace, QueueSwitch
from tournaments.models.rating_link import DivisionPool, RatingSnapshot
from tournaments.models.results import (
    FACT_KINDS,
    LED_BEFORE,
    LOST_ON_TIME,
    RESULT_KINDS,
    SIDES,
    TALLY_FORM,
    Result,
    ResultRuling,
    Submission,
)
from tournaments.models.round_plan import PlannedRound
from tournaments.models.rounds import (
    CODE_LETTERS,
    Pairing,
    PairingRun,
    PersonalLink,
    RecordVisibility,
    Round,
    Seat,
    SlipLink,
)
from tournaments.models.work import ContentionRun, PairingRequest
from tournaments.settings.choices import (
    MAX_GAMES,
    MAX_HANDICAP,
    MAX_MINUTES,
    MAX_POINTS,
    MAX_ROUNDS,
    MAX_SCORE,
    MAX_SEATS,
    MAX_TABLE,
    MIN_SCORE,
    HandicapBy,
    LateRounds,
    PlayType,
)

__all__ = [
    "CODE_LETTERS",
    "EVENT_ROLES",
    "FACT_KINDS",
    "LED_BEFORE",
    "LOST_ON_TIME",
    "MAX_ABOUT",
    "MAX_COLLECTION_NAME",
    "MAX_COMMENT",
    "MAX_FORFEIT_MINUTES",
    "MAX_GAMES",
    "MAX_HANDICAP",
    "MAX_LATE_MINUTES",
    "MAX_MINUTES",
    "MAX_MONEY",
    "MAX_PART",
    "MAX_PHOTOS",
    "MAX_PLACE",
    "MAX_POINTS",
    "MAX_REASON",
    "MAX_ROUNDS",
    "MAX_SCORE",
    "MAX_SCREEN_SECONDS",
    "MAX_SCREEN_TEXT",
    "MAX_SEATS",
    "MAX_TABLE",
    "MAX_TURN",
    "MIN_SCORE",
    "MIN_SCREEN_SECONDS",
    "RESULT_KINDS",
    "SCREEN_SECONDS",
    "SIDES",
    "TALLY_FORM",
    "Absence",
    "ArchiveUpload",
    "Arrival",
    "AtTable",
    "AutoPairing",
    "Ban",
    "CheckIn",
    "ClockMark",
    "CollectedGame",
    "ContentionRun",
    "Division",
    "DivisionPool",
    "Entry",
    "Event",
    "EventBackup",
    "EventCheck",
    "EventFeed",
    "EventGrant",
    "EventLaptop",
    "EventLink",
    "EventOrigin",
    "EventPrize",
    "EventRoleLink",
    "FollowedDivision",
    "GameCollection",
    "HallScreens",
    "Handicap",
    "HandicapBy",
    "HeldPhoto",
    "HeldReport",
    "LateRounds",
    "MoveComment",
    "OpenQuestion",
    "PairBlock",
    "PairLock",
    "Pairing",
    "PairingRequest",
    "PairingRun",
    "PersonalLink",
    "PlannedRound",
    "PlayType",
    "PlayerNotice",
    "PrizeFund",
    "QueuePlace",
    "QueueSwitch",
    "RatingSnapshot",
    "RecordVisibility",
    "Result",
    "ResultKind",
    "ResultRuling",
    "ResultsKiosk",
    "Round",
    "RoundClock",
    "ScheduleItem",
    "Seat",
    "SheetMerge",
    "SheetPhoto",
    "SlipLink",
    "Submission",
    "TableClaim",
    "TableTime",
    "new_settings",
    "settings_class",
]
