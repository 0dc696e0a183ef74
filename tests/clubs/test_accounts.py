"""The life of an account: made, confirmed, lost and found again; a sign-in; sessions; limits. Everything by its pages."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.http import HttpResponseBase
from django.test import Client
from pytest_django import Settings

from clubs.models import Membership, Player, PlayerClaim, User
from mail.models import Mail
from tests import factories

pytestmark = pytest.mark.django_db

WORDS = "sunny baize and ivory"
NEW_WORDS = "quiet tiles on green"


def code_now(secret: str) -> str:
    """What an authenticator app shows now."""
    return str(format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time())))))


def link_in(mail: Mail) -> str:
    found = re.search(r"^http://testserver(\S+)$", mail.text, re.MULTILINE)
    assert found, mail.text
    return found[1]


def join(name: str = "ann", email: str = "ann@example.org", **more: str) -> Client:
    browser = Client(headers={"accept-language": more.pop("language", "en")})
    form = {"username": name, "email": email, "password1": WORDS, "password2": WORDS, **more}
    answer = browser.post("/accounts/join/", form)
    assert answer.status_code == 302, answer.content.decode()
    return browser


def sign_in(name: str, words: str) -> tuple[Client, str]:
    browser = Client()
    answer = browser.post("/accounts/login/", {"username": name, "password": words})
    return browser, answer.headers.get("Location", "")


def use_app(browser: Client) -> HttpResponseBase:
    """Turn the sign-in on with an authenticator app."""
    browser.post("/accounts/reauthenticate/", {"password": WORDS})
    page = browser.get("/accounts/2fa/totp/activate/").content.decode()
    found = re.search(r"<code data-secret>(\w+)</code>", page)
    assert found
    return browser.post("/accounts/2fa/totp/activate/", {"code": code_now(found[1])})


def test_join_confirm_sign_out_reset_sign_in() -> None:
    browser = join(next="/clubs/new/")
    assert browser.get("/clubs/new/").status_code == 200, "an unconfirmed address holds up nothing"
    confirmation = Mail.objects.get()
    assert (confirmation.kind, confirmation.to) == ("account_email_confirmation", "ann@example.org")
    page = browser.get(link_in(confirmation))
    assert "Yes, confirm it" in page.content.decode()
    assert not EmailAddress.objects.get().verified, "opening the link alone confirms nothing"
    browser.post(link_in(confirmation))
    assert EmailAddress.objects.get().verified
    browser.post("/accounts/logout/")
    browser.post("/accounts/password/reset/", {"email": "Ann@example.org"})
    reset = Mail.objects.get(kind="account_password_reset_key")
    form = browser.get(link_in(reset), follow=True)
    assert "Choose a new password" in form.content.decode()
    browser.post(form.request["PATH_INFO"], {"password1": NEW_WORDS, "password2": NEW_WORDS})
    assert sign_in("ann", WORDS)[1] == ""
    assert sign_in("ANN", NEW_WORDS)[1] == sign_in("ann@example.org", NEW_WORDS)[1] == "/"
    assert "expired or was used" in browser.get(link_in(reset), follow=True).content.decode()
    assert Mail.objects.filter(kind="account_changed", text__contains="Your password was reset.").exists()


def test_mails_are_in_the_language_of_the_account(settings: Settings) -> None:
    join(language="ja")
    assert User.objects.get().language == "ja"
    Client(headers={"accept-language": "en"}).post("/accounts/password/reset/", {"email": "ann@example.org"})
    assert set(Mail.objects.values_list("language", flat=True)) == {"ja"}


def test_an_account_needs_no_address_unless_the_operator_says_so(settings: Settings) -> None:
    join("bo", "")
    assert User.objects.get().email == ""
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
    browser = join("cy", "cy@example.org")
    assert browser.get("/accounts/").status_code == 302
    browser.post(link_in(Mail.objects.get(to="cy@example.org")))
    assert sign_in("cy", WORDS)[0].get("/accounts/").status_code == 200


def test_bad_sign_ups_say_why() -> None:
    join()
    page = Client().post("/accounts/join/", {"username": "ANN", "email": "x", "password1": "a", "password2": "b"})
    assert page.status_code == 422
    assert 'value="ANN"' in page.content.decode()
    form = {"username": "eve", "email": "ann@example.org", "password1": WORDS, "password2": WORDS}
    assert "already registered" in Client().post("/accounts/join/", form).content.decode()
    assert User.objects.count() == 1
    Client().post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert Mail.objects.filter(kind="account_unknown_account", to="nobody@example.org").count() == 1


def test_sign_in_by_a_code() -> None:
    join()
    browser = Client()
    browser.post("/accounts/login/code/", {"email": "ann@example.org"})
    code = Mail.objects.get(kind="account_login_code").subject.split()[0]
    assert "Type the code" in browser.get("/accounts/login/code/confirm/").content.decode()
    assert browser.post("/accounts/login/code/confirm/", {"code": "WRONG"}).status_code == 200
    assert browser.post("/accounts/login/code/confirm/", {"code": code}).status_code == 302
    for signed_in in (browser.get, browser.post):
        assert signed_in("/accounts/login/code/").headers["Location"] == "/"
    assert browser.get("/accounts/").status_code == 200


def test_a_second_step_with_an_app_and_recovery_codes() -> None:
    join()
    browser, _where = sign_in("ann", WORDS)
    answer = use_app(browser)
    assert answer.headers["Location"] == "/accounts/2fa/recovery-codes/"
    recovery = re.findall(r"<li><code>(\w+)</code>", browser.get("/accounts/2fa/recovery-codes/").content.decode())
    assert len(recovery) == 10
    other, where = sign_in("ann", WORDS)
    assert where == "/accounts/2fa/authenticate/"
    assert other.get("/accounts/").status_code == 302, "a password alone is not enough"
    assert "Second step" in other.get(where).content.decode()
    assert other.post(where, {"code": "000000"}).status_code == 200
    assert other.post(where, {"code": recovery[0]}).status_code == 302
    assert other.get("/accounts/").status_code == 200
    again, where = sign_in("ann", WORDS)
    assert again.post(where, {"code": recovery[0]}).status_code == 200, "a recovery code works once"
    assert again.get("/accounts/").status_code == 302
    api = Client().post("/api/v1/auth/login/", {"username": "ann", "password": WORDS}, "application/json")
    assert api.status_code == 401
    assert "sign-in" in api.content.decode()


def test_codes_are_limited_by_account(settings: Settings) -> None:
    settings.RATES = {**settings.RATES, "second_factor": "4/10min", "account_mail": "2/hour"}
    join()
    browser, _where = sign_in("ann", WORDS)
    assert use_app(browser).status_code == 302
    answers = []
    for _try in range(3):
        other, where = sign_in("ann", WORDS)
        answers.append(other.post(where, {"code": "000000"}).status_code)
    assert answers == [200, 200, 429], "counted with the password and the code that turned it on"
    asked = [Client().post("/accounts/password/reset/", {"email": "ann@example.org"}).status_code for _try in range(3)]
    assert asked == [302, 302, 429]


def test_sessions_are_listed_and_ended() -> None:
    here = join()
    there, _where = sign_in("ann", WORDS)
    page = here.get("/accounts/sessions/").content.decode()
    assert page.count('<li class="card">') == 2
    here.post("/accounts/sessions/")
    assert there.get("/accounts/").status_code == 302
    assert here.get("/accounts/").status_code == 200


def test_a_changed_address_counts_once_it_is_confirmed() -> None:
    browser = join()
    browser.post(link_in(Mail.objects.get()))
    browser.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
    assert User.objects.get().email == "ann@example.org"
    browser.post(link_in(Mail.objects.get(to="new@example.org")))
    assert User.objects.get().email == "new@example.org"


def test_operators_sign_in_where_everybody_does() -> None:
    User.objects.create_superuser("op", password=factories.PASSWORD)
    assert Client().get("/admin/login/").headers["Location"].startswith("/accounts/login/")
    browser, _where = sign_in("op", factories.PASSWORD)
    assert browser.get("/admin/").status_code == 200
    assert "no mail server" in browser.get("/accounts/").content.decode()
    assert join("visitor", "v@example.org").get("/admin/", follow=True).status_code == 403


def test_what_belongs_to_an_account_is_linked() -> None:
    assert "/accounts/join/" in Client().get("/").content.decode()
    assert "/accounts/password/reset/" in Client().get("/accounts/login/").content.decode()
    page = join().get("/accounts/").content.decode()
    for address in ("email/", "password/change/", "2fa/", "passkeys/", "sessions/"):
        assert f"/accounts/{address}" in page


def test_one_network_makes_so_many_accounts_an_hour(settings: Settings) -> None:
    settings.RATES = {**settings.RATES, "sign_up": "1/hour"}
    join()
    form = {"username": "bo", "email": "", "password1": WORDS, "password2": WORDS}
    answer = Client().post("/accounts/join/", form)
    assert (answer.status_code, int(answer["Retry-After"]) > 0) == (429, True)
    assert User.objects.count() == 1
    assert Client().post("/accounts/join/", form, REMOTE_ADDR="192.0.2.9").status_code == 302, "from elsewhere"


def test_operators_read_whose_a_role_and_a_request_are() -> None:
    browser = Client()
    browser.force_login(User.objects.create_superuser("op"))
    club = factories.club(ann := factories.user("ann"))
    player = Player.objects.create(name="Ann Reed", home_club=club)
    claim = PlayerClaim.objects.create(user=ann, player=player)
    for page, words in (
        (f"membership/{Membership.objects.get().pk}", f"ann · {club} · director"),
        (f"playerclaim/{claim.pk}", f"{ann.pk} claims player {player.pk}"),
    ):
        assert words in browser.get(f"/admin/clubs/{page}/change/").content.decode()
