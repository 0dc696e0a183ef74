"""Dates are written one way in each language, and that way is said in one place: ``config/formats``."""

import re
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.test import Client
from django.utils import formats, translation

from core.packages import PACKAGES
from tournaments.models import Division

ROOT = Path(settings.BASE_DIR)
DAY, MOMENT = date(2026, 8, 4), datetime(2026, 8, 4, 8, 37, 12, tzinfo=UTC)
WRITTEN = {
    "en": ("4 Aug 2026", "4 Aug 2026, 08:37"),
    "ja": ("2026年8月4日", "2026年8月4日 08:37"),
    "gu": ("4 ઑગસ્ટ 2026", "4 ઑગસ્ટ 2026, 08:37"),
    "zh-hant": ("2026年8月4日", "2026年8月4日 08:37"),
}

#: What a template may ask for: a format of the language, a weekday, or for machines an ISO date. The judge's log tells seconds apart.
FILTER = re.compile(r"\|(date|time)(?::([\"'])(.*?)\2|:(\S+?)(?=[ }|]))?")
FOR_PEOPLE = {"l", "DATE_FORMAT", "SHORT_DATE_FORMAT", "DATETIME_FORMAT", "SHORT_DATETIME_FORMAT", "TIME_FORMAT", ""}
SECONDS = ("time", "H:i:s")
MACHINE = re.compile(r"(?:datetime|value)=\"\{\{ [\w.]+\|date:'(?:c|Y-m-d)' \}\}\"")
#: In Python: a format with anything between year, month and day (names of files have nothing there).
BY_HAND = re.compile(r"strftime\(|\{[^{}]*:%[YymdbBHeAa]")
COMPACT = re.compile(r"%Y%m%d(?:-%H%M%S)?[\"}]")


def test_every_language_has_its_one_way() -> None:
    assert sorted(WRITTEN) == sorted(code for code, _name in settings.LANGUAGES)
    page = Template(
        '{{ d }}|{{ d|date }}|{{ d|date:"SHORT_DATE_FORMAT" }}|{{ t }}|{{ t|date:"SHORT_DATETIME_FORMAT" }}'
    )
    for language, (day, moment) in WRITTEN.items():
        with translation.override(language):
            assert formats.date_format(DAY) == day
            assert page.render(Context({"d": DAY, "t": MOMENT})).split("|") == [day, day, day, moment, moment]


def _other_formats(text: str) -> list[str]:
    """The date filters of a template that ask for a format of their own."""
    text_for_people = MACHINE.sub("", text)
    return [
        match.group()
        for match in FILTER.finditer(text_for_people)
        if (date_format := match.group(3) or match.group(4) or "") not in FOR_PEOPLE
        and (match.group(1), date_format) != SECONDS
    ]


def test_no_template_writes_a_date_in_a_way_of_its_own() -> None:
    wrong = {
        str(path.relative_to(ROOT)): other_formats
        for path in sorted([*ROOT.glob("templates/**/*.html"), *ROOT.glob("templates/**/*.jinja")])
        if (other_formats := _other_formats(path.read_text()))
    }
    assert wrong == {}
    assert _other_formats('{{ day|date:"Y-m-d" }}{{ at|time:"P" }}{{ at|date:style }}') == [
        '|date:"Y-m-d"',
        '|time:"P"',
        "|date:style",
    ]


def test_no_message_writes_a_date_in_a_way_of_its_own() -> None:
    """Pages' code: the engines have no pages, and commands and the API write ISO."""
    wrong = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for app in PACKAGES
        for path in sorted((ROOT / app).rglob("*.py"))
        if not {"engine", "api", "management", "migrations"} & set(path.relative_to(ROOT).parts)
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if BY_HAND.search(line) and not COMPACT.search(line)
    ]
    assert wrong == []


@pytest.mark.django_db
def test_a_page_shows_dates_in_the_readers_language(running: Division) -> None:
    event = running.event
    event.refresh_from_db()
    event.starts_on = DAY
    event.save(update_fields=["starts_on"])
    for language, (day, _moment) in WRITTEN.items():
        with translation.override(None):
            page = Client().get(f"/e/{event.slug}/", headers={"accept-language": language}).content.decode()
        assert f'datetime="2026-08-04">{day}<' in page
