"""The judge's log: each rule that the database keeps, broken on purpose; and that nothing in it is ever changed."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from clubs.models import Club
from core.errors import AppendOnlyError
from lexicon.models import Adjudication, JudgeTablet

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def a_adjudication(club: Club, **values: object) -> Adjudication:
    fields: dict[str, Any] = {
        "scope": "s:1",
        "place": "P",
        "words": ["QI"],
        "edition": "E",
        "checksum": "a" * 64,
        "rule": "double",
    }
    fields |= {"acceptable": True, "client_token": f"t{Adjudication.objects.count()}", "club": club, **values}
    return Adjudication.objects.create(**fields)


def check_refused(constraint: str, club: Club, **values: object) -> None:
    """The database refuses such an adjudication, and names the constraint."""
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        a_adjudication(club, **values)


@pytest.mark.parametrize(
    ("constraint", "values"),
    [
        ("lexicon_adjudication_decides_unless_appeal", {"acceptable": None}),
        ("lexicon_adjudication_follows_a_verdict", {"kind": "overruling", "reason": "r"}),
        ("lexicon_adjudication_has_token", {"client_token": ""}),
        ("lexicon_adjudication_has_place", {"place": ""}),
        ("lexicon_adjudication_has_place", {"scope": ""}),
        ("lexicon_adjudication_checksum_sha256", {"checksum": "a"}),
    ],
)
def test_what_the_database_refuses(club: Club, constraint: str, values: dict[str, object]) -> None:
    check_refused(constraint, club, **values)


def test_lexicon_adjudication_token_once(club: Club) -> None:
    a_adjudication(club, client_token="same")
    with pytest.raises(IntegrityError), transaction.atomic():
        a_adjudication(club, client_token="same")


def test_what_follows_a_verdict_gives_a_reason_and_an_appeal_decides_nothing(club: Club) -> None:
    verdict = a_adjudication(club)
    check_refused("lexicon_adjudication_known_kind", club, kind="guess", refers_to=verdict, reason="r")
    check_refused("lexicon_adjudication_has_reason", club, kind="appeal", refers_to=verdict, acceptable=None)
    check_refused("lexicon_adjudication_decides_unless_appeal", club, kind="appeal", refers_to=verdict, reason="r")
    check_refused("lexicon_adjudication_follows_a_verdict", club, refers_to=verdict)
    appeal = a_adjudication(club, kind="appeal", refers_to=verdict, acceptable=None, reason="r")
    assert set(Adjudication.objects.all()) == {verdict, appeal}


def test_a_adjudication_is_neither_changed_nor_deleted(club: Club) -> None:
    adjudication = a_adjudication(club)
    adjudication.acceptable = False
    for change in (
        adjudication.save,
        lambda: adjudication.save(update_fields=["acceptable"]),
        adjudication.delete,
        Adjudication.objects.all().delete,
        lambda: Adjudication.objects.update(acceptable=False),
    ):
        with pytest.raises(AppendOnlyError):
            change()
    assert Adjudication.objects.get().acceptable is True


def test_judgetablet_one_open_per_scope(club: Club) -> None:
    JudgeTablet.objects.create(club=club, scope="division:1", nonce="n", key_hash="1" * 64)
    with pytest.raises(IntegrityError), transaction.atomic():
        JudgeTablet.objects.create(club=club, scope="division:1", nonce="n", key_hash="2" * 64)
    with pytest.raises(IntegrityError), transaction.atomic():
        JudgeTablet.objects.create(club=club, scope="division:2", nonce="n", key_hash="1" * 64)
    with pytest.raises(IntegrityError, match="judgetablet_has_scope"), transaction.atomic():
        JudgeTablet.objects.create(club=club, scope="", nonce="n", key_hash="3" * 64)
