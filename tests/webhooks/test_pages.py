"""A director enters a webhook on the pages or over the API, tries it and reads what became of it."""

import re

import pytest
from django.test import Client

from clubs.models import Club, User
from tests import factories
from tests.api_client import as_user
from tests.webhooks.receiver import Receiver, receiver
from webhooks.kinds import Topic
from webhooks.models import Webhook, WebhookDelivery

__all__ = ["receiver"]
pytestmark = pytest.mark.django_db


def test_a_director_adds_tries_pauses_and_deletes_a_webhook(club: Club, director: User, receiver: Receiver) -> None:
    browser = Client()
    browser.force_login(director)
    base = f"/clubs/{club.slug}/webhooks/"
    assert base in browser.get(f"/clubs/{club.slug}/").content.decode()
    wrong = browser.post(f"{base}new/", {"name": "Board", "address": "http://10.0.0.7/", "topics": ["event.finished"]})
    assert wrong.status_code == 422
    assert "It must begin with https://." in wrong.content.decode()
    form = {"name": "Board", "address": f"{receiver.origin}/board", "topics": ["event.finished", "news.posted"]}
    shown = browser.post(f"{base}new/", form)
    secret = re.search("whsec_[A-Za-z0-9+/=]{44}", shown.content.decode())
    assert secret is not None
    assert shown["Cache-Control"] == "no-store, private"
    made = Webhook.objects.get()
    page = f"{base}{made.pk}/"
    assert "Board" in browser.get(base).content.decode()
    browser.post(f"{page}act/", {"do": "test"})
    factories.run_jobs()
    receiver.answers["/board"] = 503
    browser.post(f"{page}act/", {"do": "test"})
    factories.run_jobs()
    listed = browser.get(page).content.decode()
    assert secret.group() not in listed
    assert listed.count("Not delivered") == 1
    assert ">503<" in listed
    receiver.answers.clear()
    failed = WebhookDelivery.objects.get(state="failed")
    browser.post(f"{page}deliveries/{failed.pk}/again/")
    factories.run_jobs()
    assert [kind for kind, _data in receiver.received("/board")] == ["test", "test", "test"]
    assert browser.post(page, form | {"name": "Scoreboard", "topics": ["event.finished"]}).status_code == 302
    assert list(made.topics.values_list("topic", flat=True)) == ["event.finished"]
    browser.post(f"{page}act/", {"do": "pause"})
    assert "paused by a director" in browser.get(page).content.decode()
    browser.post(f"{page}act/", {"do": "resume"})
    assert "whsec_" in browser.post(f"{page}act/", {"do": "secret"}).content.decode()
    assert browser.post(f"{page}act/", {"do": "dance"}).status_code == 404
    assert browser.post(f"{page}deliveries/1/again/").status_code == 404
    browser.post(f"{page}act/", {"do": "delete"})
    assert not Webhook.objects.exists()


def test_the_same_over_the_api(club: Club, director: User, receiver: Receiver) -> None:
    api = as_user(director)
    base = f"clubs/{club.slug}/webhooks/"
    body = {"name": "Board", "address": f"{receiver.origin}/board", "topics": ["round.published"]}
    made = api.post(base, body, expect=201)
    assert made["secret"].startswith("whsec_")
    one = f"{base}{made['id']}/"
    assert api.post(f"{one}test/", {}, expect=202)["state"] == "waiting"
    factories.run_jobs()
    (delivery,) = api.get(f"{one}deliveries/")["results"]
    assert (delivery["topic"], delivery["state"], delivery["status_code"]) == ("test", "sent", 200)
    assert api.post(f"{one}pause/", {})["paused"] == "by_hand"
    assert api.post(f"{one}test/", {}, expect=400)["errors"][0]["code"] == "paused"
    assert api.post(f"{one}resume/", {})["paused"] == ""
    assert api.call("PUT", one, body | {"topics": sorted(Topic)})["topics"] == [topic.value for topic in Topic]
    assert api.post(f"{one}secret/", {})["secret"] != made["secret"]
    assert "secret" not in api.get(one)
    other = {**body, "address": "https://10.0.0.7/"}
    assert api.post(base, other, expect=400)["errors"][0]["code"] == "address"
    assert api.post(base, body, expect=400)["errors"][0]["code"] == "address", "entered already"
    few = factories.queries(lambda: api.get(base))
    for number in range(3):
        api.post(base, body | {"address": f"{receiver.origin}/{number}"}, expect=201)
    assert factories.queries(lambda: api.get(base)) == few
    api.delete(one)
    assert len(api.get(base)["results"]) == 3
