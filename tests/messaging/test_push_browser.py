"""A phone in a real browser: “Notify me on this device”, the round is published, the notification is shown."""

import json

import pytest
from playwright.sync_api import Browser, expect

from clubs.models import Club, User
from messaging.models import Address
from tests import factories
from tests.harness.people import People
from tests.messaging.push_service import SECRET, PushService, encoded, service
from tests.messaging.scene import Scene
from tournaments.models import Pairing

__all__ = ["service"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: The browser's own part of subscribing needs Google's or Mozilla's service; here it gives out an address of the local one.
SUBSCRIBE = """
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0)).buffer;
PushManager.prototype.subscribe = async (options) => {
  if (!options.userVisibleOnly || options.applicationServerKey.length !== 65) throw new Error("not as browsers want it");
  return { endpoint: "%s/phone", getKey: (name) => bytes(name === "auth" ? "%s" : "%s") };
};
"""


@pytest.fixture
def chromium(whole_chromium: Browser) -> Browser:
    """One that shows notifications."""
    return whole_chromium


def test_a_phone_is_notified_of_the_table(club: Club, director: User, people: People, service: PushService) -> None:
    scene = Scene.of(factories.division(club, director, rounds_planned=4), director)
    phone = people.phone()
    page = phone.page
    page.context.grant_permissions(["notifications"])
    page.add_init_script(SUBSCRIBE % (service.origin, encoded(SECRET), service.public))
    registrations: list[dict[str, str]] = []
    tools = page.context.new_cdp_session(page)
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    tools.send("ServiceWorker.enable")
    page.goto(f"{phone.address}{scene.own('Ada')}")
    page.get_by_role("link", name="Notify me by email or on this device").click()
    page.get_by_role("button", name="Notify me on this device").click()
    expect(page.get_by_text("Messages will be shown on this device.")).to_be_visible()
    phone.check_page_on_both("tell me")
    assert Address.objects.get().device
    published = scene.publish()
    factories.run_jobs()
    [note] = service.notes("/phone")
    push = {"origin": phone.address, "registrationId": registrations[-1]["registrationId"], "data": json.dumps(note)}
    tools.send("ServiceWorker.deliverPushMessage", push)
    shown = (
        "navigator.serviceWorker.ready.then((one) => one.getNotifications()).then((all) => all.map((one) => one.title))"
    )
    table = Pairing.objects.get(round=published, seats__entry=scene.entries["Ada"]).table_number
    # Asked once: a browser without a screen may put a notification away as soon as it has shown it.
    titles = page.wait_for_function(f"{shown}.then((titles) => (titles.length ? titles : null))")
    assert titles.json_value() == [f"Spring Open: round 1, table {table}"]
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("Nothing more will be sent there.")).to_be_visible()
    assert not Address.objects.exists()
