"""Pages for one person are not for caches that others share."""

import pytest
from django.test import Client

from clubs.tokens import sign_in
from tests.tournaments.scenes.rows import make_scene

pytestmark = pytest.mark.django_db


def test_responses_to_signed_in_users_are_private() -> None:
    scene = make_scene()
    official = Client()
    official.force_login(scene.director)
    for address in ("/accounts/", "/e/spring/manage/", "/e/spring/", "/", "/api/v1/auth/me/"):
        answer = official.get(address)
        assert answer.status_code == 200, address
        assert "private" in answer["Cache-Control"], address
    assert "no-store" in official.get("/accounts/")["Cache-Control"]
    token = {"Authorization": f"Token {sign_in(scene.director)[1]}"}
    assert Client().get("/api/v1/auth/me/", headers=token)["Cache-Control"] == "private, no-store"
    assert "private" not in Client().get("/e/spring/").get("Cache-Control", "")
