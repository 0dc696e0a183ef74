"""Signing up, and a passkey of Chromium's virtual authenticator, under the site's own Content-Security-Policy."""

import pytest
from playwright.sync_api import expect

from clubs.models import User
from tests.harness.people import People

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WORDS = "sunny baize and ivory"


@pytest.fixture
def site_address(live_server: object) -> str:
    """Passkeys belong to a host name; an address of numbers has none."""
    return str(live_server.url).replace("127.0.0.1", "localhost")  # type: ignore[attr-defined]


def test_join_add_a_passkey_and_sign_in_with_it(people: People) -> None:
    person = people.phone()
    page = person.page
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
            }
        },
    )
    page.goto("/")
    page.get_by_role("link", name="Create an account").first.click()
    person.check_page_on_both("create an account")
    page.get_by_label("Username").fill("ann")
    page.get_by_label("Email address").fill("ann@example.org")
    page.get_by_label("Password", exact=True).fill(WORDS)
    page.get_by_label("Password confirmation").fill(WORDS)
    page.get_by_role("button", name="Create the account").click()
    page.goto("/accounts/")
    person.check_page_on_both("my account")
    page.get_by_role("link", name="Passkeys").click()
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Password").fill(WORDS)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Add a passkey")
    person.check_page_on_both("add a passkey")
    page.get_by_label("Name").fill("my phone")
    if page.get_by_role("checkbox").count():
        page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Add the passkey").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Add a passkey")
    page.goto("/accounts/passkeys/")
    expect(page.locator("main")).to_contain_text("my phone")
    page.goto("/accounts/")
    page.get_by_role("button", name="Sign out").first.click()
    page.goto("/accounts/login/?next=/accounts/sessions/")
    person.check_page_on_both("sign in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Where you are signed in")
    assert User.objects.get().username == "ann"
