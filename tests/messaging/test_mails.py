"""A local mail server receives what players asked to be told: each mail in the reader's language, once, and nothing that was not asked for."""

import pytest

from messaging.models import Delivery, Message
from messaging.services import outbox
from tests import factories
from tests.messaging.conftest import PostOffice, part
from tests.messaging.scene import Scene, mail_of
from tournaments.models import Pairing

pytestmark = [pytest.mark.django_db]


def test_who_asked_is_told_the_table_and_the_news_once(scene: Scene, post_office: PostOffice) -> None:
    assert scene.ask("Ada").status_code == 200
    assert scene.ask("Ben", "news").status_code == 200
    published = scene.publish()
    news = f"{scene.manage}news/"
    for _twice in range(2):
        assert scene.official.post(news, {"text": "Lunch is at one.\nBring water."}).status_code == 302
    factories.run_jobs()
    table, told = post_office.texts(mail_of("Ada"))
    assert [text.split("\n")[0] for text in post_office.texts(mail_of("Ben"))] == ["News: Spring Open"]
    seat = Pairing.objects.get(round=published, seats__entry=scene.entries["Ada"])
    other = seat.seats.exclude(entry=scene.entries["Ada"]).get().entry
    assert table.startswith(f"Spring Open: round 1, table {seat.table_number}\n")
    assert f"Ada plays at table {seat.table_number} in round 1, against {other.name}." in table
    assert f"https://wordhall.example.org{scene.own('Ada')}" in table
    assert "Lunch is at one." in told
    assert "Lunch is at one." in part(post_office.to(mail_of("Ada"))[1], "html")
    for page in (f"/e/{scene.division.event.slug}/", scene.own("Cem")):
        assert "Lunch is at one." in scene.official.get(page).content.decode()
    Message.objects.update(spread_at=None)
    for message in Message.objects.all():
        outbox.spread(message_id=message.pk)
    factories.run_jobs()
    assert len(post_office.received) == Delivery.objects.count() == 3
