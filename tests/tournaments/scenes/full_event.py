"""A finished event with a bit of everything: two divisions, records, merged sheets, a photo, rulings, prizes, news, a judge's log."""

import io
from uuid import uuid4

from PIL import Image

from clubs.models import User
from lexicon.models import Adjudication, LexiconVersion
from messaging.models import News
from ratings.models import RatingPool
from tests import factories
from tests.tournaments.pages.public.test_both_sheets import wrong
from tests.tournaments.scenes.sheets import GAME, NAMES, seat_in_order, send, table
from tournaments.access import loaded_pairings
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import (
    Absence,
    Division,
    EventPrize,
    PairBlock,
    PlannedRound,
    PrizeFund,
    ScheduleItem,
    Submission,
)
from tournaments.services.entries.roster import import_roster
from tournaments.services.entries.roster_lines import RosterRow
from tournaments.services.events.events import add_division, finish_event
from tournaments.services.judging.judge_log import game_scope
from tournaments.services.results.merging import Acceptance, accept_line, both_sheets
from tournaments.services.results.photos import attach_photo
from tournaments.services.results.results import rule_result


def photo(colour: str = "navy") -> bytes:
    """A picture as a phone sends it."""
    out = io.BytesIO()
    Image.new("RGB", (320, 200), colour).save(out, "JPEG")
    return out.getvalue()


def full_event(director: User, version: LexiconVersion, pool: RatingPool, *, finish: bool = True) -> Division:
    """The first division of the event; round 1 with sheets, round 2 by officials."""
    assert pool.club is not None
    division = factories.division(
        pool.club, director, pool=pool, challenge_rule="five", rounds_planned=2, lexicon_version_id=version.pk
    )
    event = division.event
    rows = [RosterRow(name=name, line=line, rating=1800 - 10 * line) for line, name in enumerate(NAMES, 1)]
    entries = import_roster(actor=director, division=division, rows=rows)
    PairBlock.objects.create(division=division, low=entries[0], high=entries[3], reason="Family")
    PlannedRound.objects.create(division=division, number=2, system="swiss")
    factories.publish(division, director, 1)
    seat_in_order(division)
    send("Anna Lind", GAME)
    send("Ben Okoro", wrong(5))
    first = table(division)
    attach_photo(submission_id=Submission.objects.filter(pairing=first).order_by("pk")[0].pk, data=photo())
    _settle_lines(director, division)
    second = table(division, 2)
    send("Cem Kaya", "", (400, 380))
    send("Dua Oz", "", (400, 381))
    ruling = RulingInput(result=ResultInput(first_score=400, second_score=382), reason="The sheets say so.")
    rule_result(actor=director, pairing_id=second.pk, data=ruling)
    Adjudication.objects.create(
        club=event.club,
        scope=game_scope(first),
        place="Spring Open · round 1 · table 1",
        words=["QI"],
        version=version,
        edition=str(version),
        checksum=version.checksum,
        rule="five",
        acceptable=True,
        official=director,
        client_token=str(uuid4()),
    )
    factories.play(factories.publish(division, director, 2))
    other = add_division(actor=director, event=event, data=factories.division_data(name="B", rounds_planned=1))
    factories.start(other, director, 3)
    factories.play(other.rounds.get())
    Absence.objects.create(entry=other.entries.all()[0], round_number=1, kind="absent")
    EventPrize.objects.create(event=event, division=division, name="First", amount=10000, shown=1)
    PrizeFund.objects.create(event=event, currency="EUR", fee=1500)
    ScheduleItem.objects.create(event=event, title="Lunch", starts_at=event.created_at, minutes=60)
    News.objects.create(event=event, text="Coffee is ready.", author=director)
    if finish:
        finish_event(actor=director, event=event, despite_questions=True)
    factories.run_jobs()
    return division


def _settle_lines(director: User, division: Division) -> None:
    """The first player's sheet counts wherever the two differ."""
    pairing = loaded_pairings().get(pk=table(division).pk)
    both = both_sheets(pairing, "official")
    assert both is not None
    seen = both.sheets[0].pk, both.sheets[1].pk
    accept_line(pairing=pairing, data=Acceptance(sheet=0, seen=seen), side="official", actor=director)
