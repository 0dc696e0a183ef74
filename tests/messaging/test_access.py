"""The director's pages of messages: every role, every method, as declared."""

import pytest

from messaging.services.news import post_news
from messaging.urls import director_urls
from tests import factories
from tests.messaging.scene import Scene
from tests.walk import browsers, calls_as_declared, check_calls, let_in_and_refused

pytestmark = pytest.mark.django_db


@pytest.mark.scaled
def test_news_and_messages_are_for_directors(scene: Scene) -> None:
    """Others are refused, and visitors sent to sign in; with the right role every page opens.

    In the suite each method of a page refuses one of them.
    """
    event = scene.division.event
    scene.publish()  # from now on the event is known to everybody
    item = post_news(actor=scene.director, event=event, text="Lunch is at one.").pk
    people = factories.everybody(event.club, scene.director)
    calls = calls_as_declared(director_urls, {"event": event.slug, "item": item})
    check_calls(let_in_and_refused(calls), browsers(people))
