"""A local mail server receives every mail that the site writes, in each language: what it says, and where its links lead."""

import itertools
import re
from collections.abc import Callable, Mapping
from email.message import EmailMessage
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings as django_settings
from django.test import Client
from django.utils.formats import date_format
from pytest_django import Settings

from clubs.models import Membership, Role, User
from core.languages import LANGUAGES, SOURCE
from core.packages import ROOT
from limits.forms import stamp
from mail.models import Mail
from mail.services import message_of
from messaging.kinds import KINDS
from messaging.models import Delivery
from tests import factories
from tests.harness.deep import some
from tests.harness.post_office import PostOffice, part
from tests.messaging.scene import Scene, happen, mail_of, register_and_wait
from tests.registration import scene as registering
from tournaments.models import Division

pytestmark = [pytest.mark.django_db]

#: Every template of a mail; those that begin with “_” are parts of others.
TEMPLATES = {path.stem for path in (ROOT / "templates" / "mail").glob("*.txt") if not path.name.startswith("_")}
HOST = "wordhall.example.org"
GUEST, READER, DIRECTOR = "guest@players.example", "reader@players.example", "director@players.example"
#: Who has no account and asks for a password all the same, in the reader's browser.
STRANGER = "nobody@players.example"
WORDS, NEW_WORDS = "sunny baize and ivory", "quiet tiles on green"
#: What people of the walk wrote: English in every mail.
WRITTEN = {"Lunch is at one.", "When do you begin?", "Your full name, please.", "Another time."}
#: What a mail says that was not filled in, or not finished.
LEFT_OPEN = re.compile(r"None\b|\{\{|\}\}|\{%|%\(\w+\)|blocktranslate|\bTODO\b|\bundefined\b")
ADDRESS = re.compile(r"https?://[^\s\"<>]+")


class Reader:
    """Somebody who reads everybody's mails as they come, each in its reader's language, and opens every link in them."""

    def __init__(self, office: PostOffice, languages: Mapping[str, str]) -> None:
        self.office, self.languages = office, languages
        self.read = 0
        self.browser = self.visitor()

    def visitor(self) -> Client:
        """A new browser in the language of who has an account."""
        language = self.languages[READER]
        return Client(headers={"accept-language": language, "host": HOST, "x-forwarded-proto": "https"})

    def check_new(self) -> list[EmailMessage]:
        """The mails since the last look, each of them in order."""
        factories.run_jobs()
        new = self.office.received[self.read :]
        self.read = len(self.office.received)
        for to, mail in new:
            self.check(mail, self.languages[to])
        return [mail for _to, mail in new]

    def check(self, mail: EmailMessage, language: str) -> None:
        """In the language, complete, and with links that open."""
        text, html = part(mail, "plain"), part(mail, "html")
        assert str(mail["Subject"]).strip(), text
        assert len(text) > 50, text
        paragraphs = text.replace("\r\n", "\n").split("\n\n")
        if language != SOURCE.code:
            for paragraph in (str(mail["Subject"]), *paragraphs):
                # an address is the same in every language
                words = re.search("[a-z]{2}", ADDRESS.sub("", paragraph))
                assert not words or not paragraph.isascii() or paragraph.strip() in WRITTEN, (
                    f"not translated: {paragraph}"
                )
        assert mail["Content-Language"] == language, (mail["Subject"], mail["Content-Language"])
        assert f'lang="{language}"' in html
        for said in (f"{mail['Subject']} {text}", html):
            assert not LEFT_OPEN.search(said), said
        for paragraph in paragraphs:
            if paragraph.strip().startswith("/"):
                pytest.fail(f"a link that is not absolute: {text}")
        found = ADDRESS.findall(text)
        assert found or mail["Subject"], text
        for address in found:
            assert f'href="{address}"' in html or address in html, address
            assert urlsplit(address).hostname == HOST, address
            path = address.partition(HOST)[2]
            assert self.browser.get(path, follow=True).status_code == 200, address
        end = str(mail["List-Unsubscribe"] or "").strip("<>")
        assert bool(end) == (self.kind(mail) in KINDS), mail["Subject"]
        if end:
            assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            assert end in text
            assert f'href="{end}"' in html

    def kind(self, mail: EmailMessage) -> str:
        """The template that it was written from."""
        number = mail["Message-ID"]
        kinds: dict[str, str] = {
            str(message_of(row).extra_headers["Message-ID"]): row.kind for row in Mail.objects.all()
        }
        return kinds[str(number)]

    def link(self, mail: EmailMessage) -> str:
        """The path of the mail's first link."""
        address: str = ADDRESS.findall(part(mail, "plain"))[0]
        return address.partition(HOST)[2]


def live_an_account(reader: Reader, settings: Settings) -> None:
    """Everything that an account writes: made, confirmed, looked for in vain, made twice, lost, changed."""
    form = {"username": "reader", "email": READER, "password1": WORDS, "password2": WORDS}
    assert reader.browser.post("/accounts/join/", form).status_code == 302
    [confirmation] = reader.check_new()
    reader.browser.post(reader.link(confirmation))
    assert EmailAddress.objects.get(email=READER).verified
    stranger = reader.visitor()
    for address in (READER, STRANGER):
        stranger.post("/accounts/password/reset/", {"email": address})
    stranger.post("/accounts/login/code/", {"email": READER})
    reader.check_new()
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    stranger.post("/accounts/join/", form | {"username": "twin"})
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    changed = {"oldpassword": WORDS, "password1": NEW_WORDS, "password2": NEW_WORDS}
    assert reader.browser.post("/accounts/password/change/", changed).status_code == 302
    reader.check_new()


def direct_the_club(reader: Reader, scene: Scene) -> None:
    """The reader becomes a director too, and asks to be told of disputed results."""
    Membership.objects.create(user=User.objects.get(email=READER), club=scene.division.event.club, role=Role.DIRECTOR)
    form = {"do": "mail", "email": READER, "topics": ["desk"]}
    assert reader.browser.post("/my/tell/", form).status_code == 200


def write_to_the_officials(reader: Reader, scene: Scene) -> None:
    """Messages through the pages of the club and of the event; the director reads them in their own language."""
    scene.director.email, scene.director.language = DIRECTOR, reader.languages[DIRECTOR]
    scene.director.save()
    reader.browser.force_login(scene.director)
    event = scene.division.event
    for address in (f"/clubs/{event.club.slug}/contact/", f"/e/{event.slug}/contact/"):
        form = {"name": "Kim", "email": "kim@players.example", "text": "When do you begin?", "shown": stamp(0)}
        assert Client(headers={"accept-language": "en"}).post(address, form).status_code == 200
    reader.check_new()


CODES = [one.code for one in LANGUAGES]


@pytest.mark.parametrize("turn", some(range(len(CODES))))
def test_every_mail_in_every_language(
    division: Division, director: User, post_office: PostOffice, settings: Settings, turn: int
) -> None:
    """Everybody reads another language; in the deep run each of them reads every one.

    A new template that this walk does not reach fails it: lead the walk there.
    """
    codes = CODES[turn:] + CODES[:turn]
    # English first: it is the one that cannot be seen to be untranslated, and directors get the fewest kinds
    languages = dict(zip((DIRECTOR, mail_of("Ada"), GUEST, READER), itertools.cycle(codes), strict=False))
    languages[STRANGER] = languages[READER]
    settings.ALLOWED_HOSTS = [*django_settings.ALLOWED_HOSTS, HOST]
    scene = Scene.of(division, director)
    reader = Reader(post_office, languages)
    steps: list[Callable[[], object]] = [
        lambda: live_an_account(reader, settings),
        lambda: scene.ask("Ada", language=languages[mail_of("Ada")]),
        lambda: direct_the_club(reader, scene),
        lambda: happen(scene),
        lambda: register_and_wait(scene, languages[GUEST], GUEST),
        lambda: write_to_the_officials(reader, scene),
    ]
    for step in steps:
        step()
        reader.check_new()
    assert set(Mail.objects.values_list("kind", flat=True)) == TEMPLATES
    assert set(Delivery.objects.values_list("message__kind", flat=True)) == set(KINDS)
    sent = Mail.objects.filter(state=Mail.State.SENT)
    assert len(post_office.received) == sent.count() == Mail.objects.count()
    assert set(Mail.objects.values_list("to", "language")) == set(languages.items())


def test_times_in_mails_are_the_events_own(division: Division, director: User, post_office: PostOffice) -> None:
    """Whoever or whatever wrote the mail: a page without a time zone, or a worker."""
    club = division.event.club
    club.time_zone = "Asia/Kathmandu"
    club.save()
    desk = registering.make(club, director).opened(capacity=1, offer_hours=4)
    first, second = desk.sent("Ann Reed")[0], desk.sent("Bo Marsh", email=GUEST)[0]
    desk.act(first, "cancel")
    factories.run_jobs()
    second.refresh_from_db()
    assert second.offered_until is not None
    until = date_format(second.offered_until.astimezone(ZoneInfo("Asia/Kathmandu")), "DATETIME_FORMAT")
    assert until in post_office.texts(GUEST)[-1]
