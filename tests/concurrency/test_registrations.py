"""Many people register at the same moment: the places go to the first, the others wait in order, nobody twice, nothing lost."""

from collections import Counter
from uuid import uuid4

import pytest

from limits.forms import stamp
from registration.models import Registration, RegistrationGroup
from tests.harness.deep import times
from tests.harness.processes import Crew, Job
from tests.registration.scene import make
from tournaments.models import Entry

pytestmark = [
    pytest.mark.concurrency,
    pytest.mark.postgres,
    pytest.mark.scaled,
    pytest.mark.django_db(transaction=True),
]
#: As many as a popular event has in its first second, and its places.
PEOPLE, PLACES = times(24, deep=200), times(8, deep=64)


def test_everybody_at_the_same_second(senders: Crew) -> None:
    """Each form is sent twice, as by an impatient thumb; what was answered 503 is sent again, as the page does."""
    scene = make().opened(capacity=PLACES, other=0)
    address = f"/e/{scene.event.slug}/register/"
    letters = "abcdefghijklmnopqrst"
    forms = [
        {
            "people": "1",
            "client_token": str(uuid4()),
            "shown": stamp(0),
            "p0-name": f"{letters[number % 20] * 6} {letters[number // 20] * 9}",
            "p0-division": str(scene.a.pk),
        }
        for number in range(PEOPLE)
    ]
    jobs: list[Job] = [
        {"forms": [[address, form] for form in forms[part::4] for _twice in range(2)]} for part in range(4)
    ]
    for _try in range(20):
        answers = [answer for each in senders.at_once(jobs) for answer in each]
        counted = Counter(status for status, _page in answers)
        assert set(counted) <= {302, 503}, [page for status, page in answers if status not in {302, 503}][:1]
        if counted[302] == len(answers):
            break
    states = Counter(Registration.objects.values_list("state", flat=True))
    assert states == {"entered": PLACES, "waiting": PEOPLE - PLACES}
    assert RegistrationGroup.objects.count() == PEOPLE
    rows = list(Registration.objects.order_by("position").values_list("position", "state"))
    assert [position for position, _state in rows] == list(range(1, PEOPLE + 1))
    assert [state for _position, state in rows] == ["entered"] * PLACES + ["waiting"] * (PEOPLE - PLACES)
    with_entry = Registration.objects.filter(state="entered", player__isnull=False).count()
    assert Entry.objects.filter(division=scene.a).count() == with_entry
