"""Typed reading of the process environment: the only source of deployment settings."""

import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple, cast
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit


class BadEnvironment(ValueError):
    """An environment variable has an unusable value; the message names it and says what to do."""


def text(name: str, default: str = "") -> str:
    """The variable, stripped; ``default`` when unset or empty."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool) -> bool:
    """A yes/no variable. Raises BadEnvironment for anything that is neither."""
    value = text(name).lower()
    if not value:
        return default
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    raise BadEnvironment(f"{name}={value!r} is neither yes nor no; use 1 or 0.")


def integer(name: str, default: int) -> int:
    """A whole number. Raises BadEnvironment for anything else."""
    value = text(name)
    if not value:
        return default
    try:
        return int(value)
    except ValueError:
        raise BadEnvironment(f"{name}={value!r} is not a whole number.") from None


def number(name: str, default: float) -> float:
    """A number above 0. Raises BadEnvironment for anything else."""
    value = text(name)
    try:
        chosen = float(value) if value else default
    except ValueError:
        chosen = 0.0
    if not 0 < chosen < math.inf:
        raise BadEnvironment(f"{name}={value!r} is not a number above 0.")
    return chosen


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated list without empty items."""
    return [item.strip() for item in text(name, default).split(",") if item.strip()]


def path(name: str, default: Path) -> Path:
    """A folder or file; relative paths are resolved against the working directory."""
    return Path(text(name, str(default))).expanduser().resolve()


def check_secret_key(key: str) -> None:
    """Sessions and the links on score slips depend on this key. Raises BadEnvironment if it is easy to guess."""
    how = 'production needs 50 or more random characters: python3 -c "import secrets; print(secrets.token_urlsafe(64))"'
    if not key:
        raise BadEnvironment(f"SECRET_KEY is not set; {how}")
    if len(key) < 50 or len(set(key)) < 10 or key.startswith("django-insecure-"):
        raise BadEnvironment(f"SECRET_KEY is too easy to guess; {how}")


def check_hosts(hosts: Sequence[str]) -> None:
    """Raises BadEnvironment unless the site's own host names are set."""
    if not hosts:
        raise BadEnvironment("ALLOWED_HOSTS is not set; name the site's host, such as wordhall.example.org.")
    if "*" in hosts:
        raise BadEnvironment("ALLOWED_HOSTS=* takes every name; name the site's own, such as wordhall.example.org.")


def _address(name: str, url: str) -> tuple[SplitResult, int | None]:
    """The parts of the address in a variable, and its port. Raises BadEnvironment, without the password that may be in it."""
    try:
        parts = urlsplit(url)
        return parts, parts.port
    except ValueError:
        raise BadEnvironment(
            f"{name}: host or port cannot be read. The port is a number from 0 to 65535; in a user or a password"
            " write “:”, “/”, “@”, “[” and “]” with percent signs (%3A, %2F, %40, %5B, %5D)."
        ) from None


def check_site_url(url: str) -> None:
    """QR codes on score slips point to it. Raises BadEnvironment unless it is a complete address."""
    if not url:
        raise BadEnvironment("SITE_URL is not set; score slips lead there: https://wordhall.example.org")
    parts, _port = _address("SITE_URL", url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise BadEnvironment(f"SITE_URL={url!r} is no address; write it whole: https://wordhall.example.org")


def check_redis_url(url: str) -> None:
    """Cache and jobs use it. Raises BadEnvironment unless it is empty or the address of a server."""
    parts, _port = _address("REDIS_URL", url)
    if url and (parts.scheme not in {"redis", "rediss"} or not parts.hostname):
        raise BadEnvironment("REDIS_URL is no Redis or Valkey server; write it whole: redis://:password@host:6379/0")


def check_backups(keep: int, hour: int) -> None:
    """Raises BadEnvironment for a number of backups or an hour of the day that cannot be."""
    if keep < 1:
        raise BadEnvironment(f"BACKUP_KEEP={keep} would delete every backup; keep 1 or more.")
    if not 0 <= hour <= 23:
        raise BadEnvironment(f"BACKUP_HOUR={hour} is not an hour of the day; use 0 to 23.")


#: To compile a statement takes PostgreSQL longer than to run any of ours: the search of a site of 500 clubs 0.9 s instead of 0.2 s.
_NOT_COMPILED: Final = "-c jit=off"


def database(url: str, *, default: Path) -> dict[str, object]:
    """Django's DATABASES entry for ``postgres://user:pass@host:port/name`` or ``sqlite:///path``; empty means SQLite at ``default``.

    SQLite runs in WAL with IMMEDIATE transactions: a writer takes its lock at BEGIN, so that read-then-write
    services wait for each other there as they do for row locks on PostgreSQL.
    Raises BadEnvironment for another scheme, and for an address without a database.
    """
    parts, port = _address("DATABASE_URL", url)
    if not url or parts.scheme == "sqlite":
        file = Path(unquote(parts.path)) if url else default
        if not file.name:
            raise BadEnvironment("DATABASE_URL names no file; write it whole: sqlite:////srv/wordhall/wordhall.sqlite3")
        return {
            "ENGINE": "core.sqlite",
            "NAME": str(file),
            # Opening the file and setting it up costs more than most queries: each thread keeps its connection.
            "CONN_MAX_AGE": 600,
            "OPTIONS": {
                # Nobody waits longer for a page; ``core.failures`` keeps the form and sends it again.
                "timeout": 10,
                "transaction_mode": "IMMEDIATE",
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
            },
        }
    if parts.scheme not in {"postgres", "postgresql"}:
        raise BadEnvironment(f"DATABASE_URL starts with {parts.scheme!r}; use postgres:// or sqlite:///.")
    # a server that cannot be reached is said to be away at once, not after the two minutes of TCP
    given = dict(parse_qsl(parts.query))
    options = {"connect_timeout": "5", **given, "options": f"{_NOT_COMPILED} {given.get('options', '')}".rstrip()}
    host = str(options.pop("host", "")) or unquote(parts.hostname or "")
    name = unquote(parts.path.lstrip("/"))
    if not name and "service" not in options:
        raise BadEnvironment("DATABASE_URL names no database; write it whole: postgres://user:password@host/name")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(port or ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }


def replica(url: str) -> dict[str, object]:
    """Django's DATABASES entry for a read replica (``database``), which must be a PostgreSQL. Raises BadEnvironment."""
    if not url.startswith(("postgres://", "postgresql://")):
        raise BadEnvironment(
            "DATABASE_REPLICA_URL is no PostgreSQL; write it whole: postgres://user:password@host/name"
        )
    values = database(url, default=Path())
    # if it is away the primary answers, which is not to take long
    own = {} if "connect_timeout" in url else {"connect_timeout": "1"}
    options = cast("dict[str, object]", values["OPTIONS"])
    values["OPTIONS"] = {**options, **own, "options": f"{options['options']} -c default_transaction_read_only=on"}
    return values


class MailServer(NamedTuple):
    """Where mails are sent, as Django's settings of the same names have it; without a host none are sent."""

    host: str
    port: int
    user: str
    password: str
    tls: bool
    ssl: bool


_MAIL_PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}


def mail_server() -> MailServer:
    """From ``EMAIL_URL`` (``mail_server_of``), or from Django's names one by one. Raises BadEnvironment."""
    if url := text("EMAIL_URL"):
        return mail_server_of(url)
    tls, ssl = flag("EMAIL_USE_TLS", default=False), flag("EMAIL_USE_SSL", default=False)
    if tls and ssl:
        raise BadEnvironment("EMAIL_USE_TLS and EMAIL_USE_SSL exclude each other; most servers want EMAIL_USE_TLS=1.")
    port = integer("EMAIL_PORT", _MAIL_PORTS["smtps" if ssl else "smtp+tls" if tls else "smtp"])
    return MailServer(text("EMAIL_HOST"), port, text("EMAIL_HOST_USER"), text("EMAIL_HOST_PASSWORD"), tls=tls, ssl=ssl)


def mail_server_of(url: str) -> MailServer:
    """From an address: ``smtp://``, ``smtp+tls://`` or ``smtps://user:password@host:port``.

    User and password are written with percent signs where they hold ``:``, ``/`` or ``@``. Raises BadEnvironment.
    """
    parts, stated = _address("EMAIL_URL", url)
    if parts.scheme not in _MAIL_PORTS or not parts.hostname:
        raise BadEnvironment("EMAIL_URL is no mail server; write smtp+tls://user:password@mail.example.org:587.")
    return MailServer(
        parts.hostname,
        stated or _MAIL_PORTS[parts.scheme],
        unquote(parts.username or ""),
        unquote(parts.password or ""),
        tls=parts.scheme == "smtp+tls",
        ssl=parts.scheme == "smtps",
    )
