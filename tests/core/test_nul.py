"""NUL in an address or in a form: never a fault of the server, on either database."""

import pytest
from django.test import Client

from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.both]


def test_nul_is_no_fault_of_the_server() -> None:
    visitor = Client(raise_request_exception=False)
    for address in ("/clubs/?q=%00a", "/search/?q=ab%00c", "/ratings/?q=%00", "/search/?q=%2500abc"):
        assert visitor.get(address).status_code == 200, address
    assert visitor.get("/dictionaries/en%00/").status_code == 404
    visitor.force_login(factories.user("ann"))
    sent = visitor.post("/my/collections/", {"name": "Best\0games"})
    assert sent.status_code == 422, "a form says so"
