"""Reading the environment: clear words for what cannot be used."""

from collections.abc import Callable
from pathlib import Path

import pytest

from core import env, local


@pytest.mark.parametrize(("raw", "value"), [("1", True), ("Yes", True), ("off", False), ("", True)])
def test_flag(monkeypatch: pytest.MonkeyPatch, raw: str, value: bool) -> None:
    monkeypatch.setenv("X", raw)
    assert env.flag("X", default=True) is value


@pytest.mark.parametrize(
    ("read", "raw"),
    [
        (lambda: env.flag("X", default=True), "maybe"),
        (lambda: env.integer("X", 1), "1.5"),
        *((lambda: env.number("X", 1), raw) for raw in ("x", "0", "-1", "nan", "inf")),
    ],
)
def test_what_cannot_be_read_is_named(monkeypatch: pytest.MonkeyPatch, read: object, raw: str) -> None:
    monkeypatch.setenv("X", raw)
    with pytest.raises(env.BadEnvironment, match="X="):
        read()  # type: ignore[operator]


def test_no_database_url_is_sqlite_with_immediate_transactions() -> None:
    entry = env.database("", default=Path("/data/db"))
    assert (entry["NAME"], entry["CONN_MAX_AGE"]) == ("/data/db", 600)
    options = entry["OPTIONS"]
    assert isinstance(options, dict)
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in options["init_command"]


def test_a_replica_is_a_postgresql_that_is_only_read() -> None:
    entry = env.replica("postgres://reader:p@copy.example/hall")
    assert (entry["HOST"], entry["NAME"]) == ("copy.example", "hall")
    options = entry["OPTIONS"]
    assert isinstance(options, dict)
    assert (options["connect_timeout"], options["options"]) == ("1", "-c jit=off -c default_transaction_read_only=on")
    assert "'5'" in str(env.replica("postgres://copy.example/hall?connect_timeout=5")["OPTIONS"])
    own = env.replica("postgres://copy.example/hall?options=-c%20statement_timeout%3D9000")["OPTIONS"]
    assert isinstance(own, dict)
    assert own["options"] == "-c jit=off -c statement_timeout=9000 -c default_transaction_read_only=on"
    with pytest.raises(env.BadEnvironment, match="DATABASE_REPLICA_URL"):
        env.replica("sqlite:///copy")


def test_postgres_url() -> None:
    entry = env.database("postgres://u%40x:p%3A@db.example:5433/hall?sslmode=require", default=Path("x"))
    assert {key: entry[key] for key in ("NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")} == {
        "NAME": "hall", "USER": "u@x", "PASSWORD": "p:", "HOST": "db.example", "PORT": "5433",
        "OPTIONS": {"connect_timeout": "5", "options": "-c jit=off", "sslmode": "require"},
    }  # fmt: skip


def test_another_database_is_refused() -> None:
    with pytest.raises(env.BadEnvironment, match="mysql"):
        env.database("mysql://x/y", default=Path("x"))


def test_an_address_that_cannot_be_read_is_refused_by_its_name_and_keeps_its_password() -> None:
    read: dict[str, Callable[[str], object]] = {
        "DATABASE_URL": lambda url: env.database(url, default=Path("x")),
        "SITE_URL": env.check_site_url,
        "EMAIL_URL": env.mail_server_of,
        "REDIS_URL": env.check_redis_url,
    }
    for name, url in (
        ("DATABASE_URL", "postgres://hall:s3/cret@db.example/hall"),
        ("DATABASE_URL", "postgres://hall:s3[cret@db.example/hall"),
        ("DATABASE_URL", "postgres://db.example:99999/hall"),
        ("DATABASE_URL", "postgres://db.example"),
        ("DATABASE_URL", "sqlite://"),
        ("SITE_URL", "https://[hall.example"),
        ("EMAIL_URL", "smtp://me:s3[cret@mail.example"),
        ("REDIS_URL", "redis://:s3/cret@cache.example"),
        ("REDIS_URL", "cache.example:6379"),
    ):
        with pytest.raises(env.BadEnvironment, match=name) as refused:
            read[name](url)
        assert "s3" not in str(refused.value), url
    env.check_redis_url("")
    env.check_redis_url("rediss://:s3%2Fcret@cache.example:6379/0")


def test_backups_have_an_hour_of_the_day_and_one_stays() -> None:
    env.check_backups(1, 0)
    env.check_backups(99, 23)
    for keep, hour, message in [
        (0, 3, "BACKUP_KEEP=0"),
        (-1, 3, "BACKUP_KEEP=-1"),
        (7, 24, "BACKUP_HOUR=24"),
        (7, -1, "hour"),
    ]:
        with pytest.raises(env.BadEnvironment, match=message):
            env.check_backups(keep, hour)


def test_the_secret_key_is_created_once_and_private(tmp_path: Path) -> None:
    key = local.secret(tmp_path, "secret_key")
    assert len(key) >= 50
    assert local.secret(tmp_path, "secret_key") == key
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_the_mail_server_is_read_from_an_address_or_from_single_names(monkeypatch: pytest.MonkeyPatch) -> None:
    assert env.mail_server().host == ""
    monkeypatch.setenv("EMAIL_HOST", "mail.example.org")
    monkeypatch.setenv("EMAIL_USE_TLS", "1")
    assert env.mail_server() == ("mail.example.org", 587, "", "", True, False)
    monkeypatch.setenv("EMAIL_USE_SSL", "1")
    with pytest.raises(env.BadEnvironment, match="exclude each other"):
        env.mail_server()
    for url, read in (
        ("smtp+tls://a%40b:p%2Fw@mail.example.org", ("mail.example.org", 587, "a@b", "p/w", True, False)),
        ("smtps://mail.example.org", ("mail.example.org", 465, "", "", False, True)),
        ("smtp://localhost:2525", ("localhost", 2525, "", "", False, False)),
    ):
        monkeypatch.setenv("EMAIL_URL", url)
        assert env.mail_server() == read
    for url in ("mail.example.org", "https://mail.example.org", "smtp://", "smtp://localhost:99999"):
        monkeypatch.setenv("EMAIL_URL", url)
        with pytest.raises(env.BadEnvironment, match="EMAIL_URL"):
            env.mail_server()
