"""A client of the API as a program would write one: JSON in, JSON out, a token in the header."""

import json
from typing import Any

from django.test import Client

from clubs.models import User
from clubs.tokens import sign_in
from tests.openapi import misfit


class Api:
    """Calls under ``/api/v1/``; ``expect`` is the status that the answer must have. Each answer must fit the schema.

    ``described`` False: a test adds something that the schema of the documents does not know.
    """

    def __init__(self, token: str = "", *, described: bool = True) -> None:
        self.client = Client()
        self.described = described
        self.headers = {"Authorization": f"Token {token}"} if token else {}

    def call(self, method: str, path: str, body: object = None, *, expect: int = 200, raw: bytes | None = None) -> Any:
        """The decoded answer (None when it has no body)."""
        data = raw if raw is not None else b"" if body is None else json.dumps(body).encode()
        answer = self.client.generic(
            method, f"/api/v1/{path}", data, content_type="application/json", headers=self.headers
        )
        return self._checked(answer, expect, path)

    def get(self, path: str, expect: int = 200) -> Any:
        return self.call("GET", path, expect=expect)

    def post(self, path: str, body: object = None, *, expect: int = 200, raw: bytes | None = None) -> Any:
        return self.call("POST", path, {} if body is None and raw is None else body, expect=expect, raw=raw)

    def patch(self, path: str, body: object, *, expect: int = 200) -> Any:
        return self.call("PATCH", path, body, expect=expect)

    def delete(self, path: str, *, expect: int = 204) -> Any:
        return self.call("DELETE", path, expect=expect)

    def upload(self, path: str, fields: dict[str, Any], *, expect: int = 200) -> Any:
        """A form with files (``SimpleUploadedFile`` values)."""
        answer = self.client.post(f"/api/v1/{path}", fields, headers=self.headers)
        return self._checked(answer, expect, path)

    def _checked(self, answer: Any, expect: int, path: str) -> Any:
        assert answer.status_code == expect, (
            f"{path}: {answer.status_code} instead of {expect}: {answer.content[:2000]!r}"
        )
        if not answer.content:
            return None
        kind, body = answer["Content-Type"], answer.json()
        assert kind == "application/json", f"{path}: {kind}"
        if self.described:
            asked = answer.request
            miss = misfit(asked["REQUEST_METHOD"], asked["PATH_INFO"], answer.status_code, kind, body)
            assert not miss, miss
        if answer.status_code >= 400:
            assert {"type", "detail", "errors"} <= body.keys(), body
            assert all(item.keys() == {"field", "code", "message"} for item in body["errors"]), body
            assert all(body[name] for name in ("type", "detail")), body
        return body


def as_user(user: User, *, described: bool = True) -> Api:
    """A client with a fresh token of the user; ``described`` as of ``Api``."""
    _grant, token = sign_in(user)
    return Api(token, described=described)
