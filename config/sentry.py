"""Failures sent to Sentry, for sites that set ``SENTRY_DSN``; nothing is loaded otherwise."""

from typing import Any, cast

import sentry_sdk
from sentry_sdk.types import Event, Hint

from core.logs import current, without_keys
from core.release import version


def start(dsn: str) -> None:
    """Send failures of web and worker there, without people's data: no cookies, bodies, addresses, variables or private links."""
    sentry_sdk.init(
        dsn=dsn,
        release=f"wordhall@{version()}",
        before_send=cleaned,
        before_breadcrumb=lambda crumb, _hint: _cleaned(crumb),
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        traces_sample_rate=0,
        server_name="wordhall",
    )


def cleaned(event: Event, _hint: Hint) -> Event:
    """The event with private addresses shortened, and with the id of its request or job."""
    tags = cast("dict[str, Any]", event.setdefault("tags", {}))
    if doing := current.get():
        tags["doing"] = doing
    return cast("Event", _cleaned(event))


def _cleaned(value: Any) -> Any:
    """The same with every text as the log would have it."""
    if isinstance(value, str):
        return without_keys(value)
    if isinstance(value, dict):
        return {name: _cleaned(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_cleaned(part) for part in value]
    return value
