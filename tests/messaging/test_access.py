"""The director's pages of messages: every role, every method, as declared."""

import pytest
from django.urls import reverse

from messaging.services.news import post_news
from messaging.urls import director_urls
from tests import factories
from tests.declared import ANONYMOUS, PEOPLE, needs, who_may
from tests.messaging.scene import Scene
from tests.walk import SIGN_IN, Call, browsers, check_calls

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_news_and_messages_are_for_directors(scene: Scene) -> None:
    """Others are refused, and visitors sent to sign in; with the right role every page opens."""
    event = scene.division.event
    scene.publish()  # from now on the event is known to everybody
    item = post_news(actor=scene.director, event=event, text="Lunch is at one.").pk
    people = factories.everybody(event.club, scene.director)
    calls = []
    for route in director_urls:
        name = f"tournaments:{route.name}"
        arguments = {"event": event.slug} | ({"item": item} if "item" in str(route.pattern) else {})
        for method, need in needs(name).items():
            for who in PEOPLE:
                may = {200} if method == "GET" else {200, 302, 422}
                refused = {SIGN_IN} if who == ANONYMOUS else {403}
                expected = may if who in who_may(need) else refused
                calls.append(Call(who, method, reverse(name, kwargs=arguments), expected))
    check_calls(calls, browsers(people))
