"""Installing the lists that are made of packages: from a file, fetched by the registry's client, killed, repeated."""

import itertools
import os
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from audit.models import ActionLog
from clubs.models import Club
from lexicon.engine.alphabets import ALPHABETS
from lexicon.models import Lexicon, LexiconVersion
from lexicon.queries import open_version
from lexicon.wordlists import files
from lexicon.wordlists.fetch import FetchError, digest, fetch, version_of
from lexicon.wordlists.packaged import PACKAGED, Package
from tests.harness.deep import DEEP, times
from tests.harness.site import ROOT, prepared_site, without_checks
from tests.lexicon.wordlists import packages
from tests.walk import check_each

ITALIAN = "parola\nparole\ncittà\nRoma\nl'ora\n"


@pytest.fixture(autouse=True)
def _data(settings: Settings, tmp_path: Path) -> None:
    settings.WORDHALL_DATA = tmp_path / "data"


def italian(folder: Path, text: str = ITALIAN, version: str = "9.9") -> Path:
    """A package like witalian, of our own words."""
    path = folder / f"witalian_{version}_all.deb"
    path.write_bytes(packages.deb(packages.debian_list("witalian", "italian", text)))
    return path


def install(*arguments: object) -> str:
    out = StringIO()
    call_command("install_lexicon", *map(str, arguments), stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_from_a_file(tmp_path: Path) -> None:
    """Everything the page shows is there; each thing that is done is told; doing it again changes nothing."""
    printed = install("it", "--from", italian(tmp_path), "--unpinned")
    assert "building …\ncompiling …\nindexing …\nOpen Italian (witalian) (9.9): 54 words" in printed
    version = LexiconVersion.objects.get(lexicon__slug="it")
    assert (version.label, version.lexicon.language, version.lexicon.club) == ("9.9", "it", None)
    assert version.lexicon.is_free
    assert not version.lexicon.is_official
    assert "witalian 9.9" in version.source
    assert "Salvetti" in version.notice
    assert "of our own" in version.licence
    assert "GNU GENERAL PUBLIC LICENSE" in version.licence
    words = open_version(version)
    assert all(word in words for word in ("PAROLA", "CITTA", "AD"))
    assert not any(word in words for word in ("ROMA", "LORA", "L'ORA"))
    assert files.anagrams(words).of("APAROL") == ["PAROLA"]
    install("it", "--from", italian(tmp_path), "--unpinned")
    assert LexiconVersion.objects.count() == ActionLog.objects.filter(verb="lexicon.installed").count() == 1


@pytest.mark.django_db
def test_another_version_is_another_edition(tmp_path: Path) -> None:
    install("it", "--from", italian(tmp_path), "--unpinned")
    install("it", "--from", italian(tmp_path, ITALIAN + "nuova\n", "10"), "--unpinned")
    assert sorted(LexiconVersion.objects.values_list("label", "word_count")) == [("10", 55), ("9.9", 54)]
    with pytest.raises(CommandError, match="has an edition 10 already"):
        install("it", "--from", italian(tmp_path, ITALIAN + "altra\n", "10"), "--unpinned")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("slug", "file", "unpinned", "message"),
    [
        ("xx", None, False, "no free dictionary “xx”. Known: ca, cs, da, de, el, en, es"),
        ("en", "witalian_9.9_all.deb", False, "comes with the program"),
        ("it", "nothing.deb", False, "there is no file"),
        ("it", "witalian_9.9_all.deb", False, r"is not witalian 1\.10 as it was when.*--unpinned"),
        ("nl", "witalian_9.9_all.deb", True, "does not contain usr/share/dict/dutch"),
        ("it", "text.deb", True, "damaged"),
        ("it", "witalian_0_all.deb", True, "holds no words"),
    ],
)
def test_what_cannot_be_installed_is_refused_with_a_sentence(
    tmp_path: Path, slug: str, file: str | None, unpinned: bool, message: str
) -> None:
    italian(tmp_path)
    (tmp_path / "text.deb").write_text("words\n")
    if message == "holds no words":
        message = "not in the encoding"
        broken = packages.debian_list("witalian", "italian", "") | {"usr/share/dict/italian": b"citt\xe0"}
        (tmp_path / "witalian_0_all.deb").write_bytes(packages.deb(broken))
    arguments = [slug, *(["--from", tmp_path / file] if file else []), *(["--unpinned"] if unpinned else [])]
    with pytest.raises(CommandError, match=message):
        install(*arguments)
    assert LexiconVersion.objects.count() == 0


@pytest.mark.django_db
def test_an_address_used_by_a_club_stays_with_it(club: Club, tmp_path: Path) -> None:
    Lexicon.objects.create(slug="it", name="Ours", language="it", club=club, visibility="club")
    with pytest.raises(CommandError, match="taken by a dictionary of"):
        install("it", "--from", italian(tmp_path), "--unpinned")


def put_client(folder: Path, name: str, script: str) -> None:
    """A registry's client of our own on the machine's path."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@pytest.mark.django_db
def test_fetched_by_the_client_of_the_registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = italian(tmp_path)
    bin_folder = tmp_path / "bin"
    put_client(bin_folder, "apt-get", f'[ "$*" = "download witalian" ] && cp {package} .')
    monkeypatch.setenv("PATH", f"{bin_folder}:{os.environ['PATH']}")
    printed = install("it", "--unpinned")
    assert "54 words" in printed
    assert list((tmp_path / "data" / "lexicons" / "packages").iterdir()) == []  # what is used up is not kept


@pytest.mark.django_db
def test_a_fetched_package_that_is_not_the_pinned_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = italian(tmp_path, version="1.10")
    bin_folder = tmp_path / "bin"
    put_client(bin_folder, "apt-get", f'[ "$*" = "download witalian=1.10" ] && cp {package} .')
    monkeypatch.setenv("PATH", f"{bin_folder}:{os.environ['PATH']}")
    with pytest.raises(CommandError, match="its SHA-256 differs"):
        install("it")
    assert LexiconVersion.objects.count() == 0


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("slug", "name", "script", "message"),
    [
        (
            "it",
            "apt-get",
            "echo 'E: Unable to locate package witalian'; exit 100",
            "Unable to locate package witalian.*--from FILE",
        ),
        ("it", "apt-get", "exit 0", "was not downloaded"),
    ],
)
def test_a_client_that_fails_is_quoted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slug: str, name: str, script: str, message: str
) -> None:
    put_client(tmp_path / "bin", name, script)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    with pytest.raises(CommandError, match=message):
        install(slug)


@pytest.mark.django_db
def test_a_missing_package_client_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CommandError, match=r"has no apt-get.*apt-get download witalian=1\.10.*--from FILE"):
        install("it")


def nothing(_count: int) -> None:
    """Whoever waits is not interested in the bytes so far."""


RUSSIAN = PACKAGED["ru"].package


def test_a_package_of_python_is_fetched_by_pip_of_this_python_or_of_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same download by either: of this package alone, nothing that would be built or run here, in the version that was tried."""
    plain = "download --no-deps --only-binary=:all: --dest"
    (tmp_path / "python" / "pip").mkdir(parents=True)
    (tmp_path / "python" / "pip" / "__init__.py").touch()
    (tmp_path / "python" / "pip" / "__main__.py").write_text(
        "import pathlib, sys\nfolder = pathlib.Path(sys.argv[5])\n"
        "(folder / 'pymorphy3_dicts_ru-0-py3-none-any.whl').write_text(' '.join([*sys.argv[1:5], sys.argv[6]]))\n"
    )
    monkeypatch.syspath_prepend(tmp_path / "python")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "python"))
    by_python = fetch(RUSSIAN, tmp_path / "here", pinned=False, progress=nothing)
    assert (by_python.parent, by_python.read_text()) == (tmp_path / "here", f"{plain} pymorphy3-dicts-ru")
    # A Python without pip, as Debian has it.
    monkeypatch.setitem(sys.modules, "pip", None)
    script = 'printf "%s" "$1 $2 $3 $4 $6" > "$5/pymorphy3_dicts_ru-0-py3-none-any.whl"'
    for name in ("pip", "pip3"):
        put_client(tmp_path / name, name, script)
        monkeypatch.setenv("PATH", str(tmp_path / name))
        by_machine = fetch(RUSSIAN, tmp_path / "there", pinned=False, progress=nothing)
        assert by_machine.read_text() == by_python.read_text(), name
    put_client(tmp_path / "pip", "pip", 'echo "ERROR: No matching distribution for $6"; exit 1')
    monkeypatch.setenv("PATH", str(tmp_path / "pip"))
    with pytest.raises(
        FetchError, match=rf"No matching distribution for {RUSSIAN.name}=={RUSSIAN.version}\).*--from FILE"
    ):
        fetch(RUSSIAN, tmp_path / "there", progress=nothing)
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    with pytest.raises(FetchError, match=r"has no pip\. .*“pip download --no-deps pymorphy3-dicts-ru==.*--from FILE"):
        fetch(RUSSIAN, tmp_path / "there", progress=nothing)
    assert list((tmp_path / "there").glob("fetching-*")) == [], "nothing half done is left"


def test_what_an_earlier_run_has_fetched_is_used_and_what_it_left_half_done_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once it is an hour old: what another run fetches at this moment is left alone. A file that is damaged is fetched again."""
    whole = italian(tmp_path)
    package = Package("debian", "witalian", "9.9", whole.name, whole.stat().st_size, digest(whole))
    left, busy = tmp_path / "packages" / "fetching-old", tmp_path / "packages" / "fetching-new"
    for folder in (left, busy):
        folder.mkdir(parents=True)
        (folder / "log").write_text("42 %")
    os.utime(left, (time.time() - 3700, time.time() - 3700))
    stored = tmp_path / "packages" / whole.name
    stored.write_bytes(whole.read_bytes())
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    assert fetch(package, stored.parent, progress=nothing) == stored, "no client is needed"
    assert (left.exists(), busy.exists()) == (False, True)
    stored.write_bytes(whole.read_bytes()[:-1])
    put_client(tmp_path / "bin", "apt-get", f"/bin/cp {whole} .")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert digest(fetch(package, stored.parent, progress=nothing)) == package.sha256


def test_an_interrupted_installation_ends_the_client_that_downloads_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control-C: nobody pays for a download that goes on unseen."""
    steps = "for step in 1 2 3 4 5 6 7 8 9 10; do sleep 0.5; done"
    script = f"echo $$ > {tmp_path}/number; printf 12345 > part; {steps}; touch {tmp_path}/ended"
    put_client(tmp_path / "bin", "apt-get", script)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")

    def interrupted(count: int) -> None:
        if count >= 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetch(PACKAGED["it"].package, tmp_path / "packages", progress=interrupted)
    assert not (tmp_path / "ended").exists(), "it was not waited for"
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "number").read_text()), 0)
    assert list((tmp_path / "packages").iterdir()) == []


def test_the_version_is_read_from_the_file_name() -> None:
    debian, python = PACKAGED["nl"].package, PACKAGED["ru"].package
    assert version_of(Path(debian.file_name), debian) == debian.edition == "2.20.19-2"
    assert version_of(Path(python.file_name), python) == python.edition == "2.4.417150.4580142"
    assert version_of(Path("odd.deb"), Package("debian", "x", "1", "x", 1, "")) == "odd"


@pytest.mark.django_db
def test_an_installed_list_is_free_to_export_and_has_its_page(client: Client, tmp_path: Path) -> None:
    install("it", "--from", italian(tmp_path), "--unpinned")
    out = StringIO()
    call_command("export_lexicon", "it", stdout=out)
    assert "CITTA\n" in out.getvalue()
    page = client.get("/dictionaries/it/").content.decode()
    for shown in ("Open Italian (witalian)", "Italian", "9.9", "54", "Salvetti", "GNU GENERAL PUBLIC LICENSE"):
        assert shown in page


@pytest.mark.django_db
def test_the_spanish_list_warns_that_it_is_weak(client: Client) -> None:
    install("es")
    version = LexiconVersion.objects.get(lexicon__slug="es")
    words = open_version(version)
    encode = ALPHABETS["es"].encode
    assert encode("chorro") in words
    assert encode("ñu") in words
    assert len(encode("chorrillo")) == 6
    page = client.get("/dictionaries/es/").content.decode()
    assert "weak" in page
    assert "few verb forms" in page


@pytest.mark.django_db
def test_the_japanese_nouns_are_a_dictionary_like_the_others() -> None:
    install("ja")
    words = open_version(LexiconVersion.objects.get(lexicon__slug="ja"))
    encode = ALPHABETS["ja"].encode
    assert all(encode(word) in words for word in ("アシカ", "コンピューター", "らっこ", "しんがっき"))
    assert encode("ヨーロッパ") not in words  # a proper name


@pytest.mark.processes
@pytest.mark.long
@pytest.mark.postgres
@pytest.mark.scaled
def test_killed_while_installing_it_is_not_there_and_the_next_run_brings_it(tmp_path: Path) -> None:
    """kill -9 as soon as a step is told, in the long run each. In the database is then nothing, or a dictionary that opens."""
    vowels, letters = "aeiou", "bcdfglmnprstvz"[: times(10, deep=14)]
    parts = [letters, vowels, letters, vowels, letters, vowels][: times(5, deep=6)]
    words = ["".join(word) for word in itertools.product(*parts)]
    package = italian(tmp_path, "\n".join(words))
    (tmp_path / "site").mkdir()
    with prepared_site(tmp_path / "site") as site:
        order = ["install_lexicon", "it", "--from", str(package), "--unpinned"]
        for doing in ("building", "compiling", "indexing") if DEEP else ("compiling",):
            command = [sys.executable, "manage.py", *order, *without_checks(order[0])]
            with subprocess.Popen(
                command, cwd=ROOT, env=site.environment, stdout=subprocess.PIPE, text=True
            ) as process:
                assert process.stdout is not None
                assert any(line.startswith(doing) for line in process.stdout)
                process.kill()
            assert process.returncode == -signal.SIGKILL
            assert site.query("SELECT * FROM lexicon_lexiconversion") == []
        judged = ["judge", "--lexicon", "it", words[0]]
        said = site.python(f"from django.core.management import call_command as c; c(*{order}); c(*{judged})")
        assert f"{len(words) + 51:,} words" in said
        assert said.splitlines()[-1].startswith("acceptable")


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.django_db
def test_on_a_terminal_a_bar_shows_how_far_it_is(tmp_path: Path) -> None:
    """It goes when the list is there, and when there is none."""
    out = Terminal()
    call_command("install_lexicon", "it", "--from", str(italian(tmp_path)), "--unpinned", stdout=out)
    *bars, last = out.getvalue().split("\r")
    assert any(bar.startswith("building   [") for bar in bars)
    assert any(bar.startswith(f"indexing   [{'#' * 30}] 100 %") for bar in bars)
    assert not bars[-1].strip()
    assert last.startswith("Open Italian (witalian) (9.9): 54 words")
    out = Terminal()
    with pytest.raises(CommandError, match="does not contain usr/share/dict/dutch"):
        call_command("install_lexicon", "nl", "--from", str(italian(tmp_path)), "--unpinned", stdout=out)
    *_start, bar, blank, last = out.getvalue().split("\r")
    assert bar.startswith("building   [")
    assert (blank.strip(), len(blank), last) == ("", len(bar), "")


@pytest.mark.django_db
def test_an_installed_list_is_exported_to_a_file_but_not_without_its_words(settings: Settings, tmp_path: Path) -> None:
    """The words lie in the data folder: a database that came without it names the command that brings them back."""
    install("it", "--from", italian(tmp_path), "--unpinned")
    output = tmp_path / "it.txt"
    out = StringIO()
    call_command("export_lexicon", "it", f"--output={output}", stdout=out)
    assert out.getvalue() == ""
    assert len(output.read_text("utf-8").splitlines()) == 54
    settings.WORDHALL_DATA = tmp_path / "another"
    record = ROOT / "tests" / "data" / "gcg" / "club_game.gcg"

    def is_refused(*command: str) -> None:
        with pytest.raises(CommandError, match=r"cannot be read: .* Run: manage\.py install_lexicon it"):
            call_command(*command, stdout=StringIO())

    check_each([("export_lexicon", "it"), ("check_records", str(record), "--lexicon=it")], is_refused)
