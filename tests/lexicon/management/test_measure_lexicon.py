"""``manage.py measure_lexicon``: an installed list beside a second one."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from lexicon.engine.measuring import Measure
from lexicon.services import install_shipped
from lexicon.wordlists import quality
from tests.walk import check_each

pytestmark = pytest.mark.django_db


def test_the_figures_are_printed_and_entered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quality, "FIGURES", tmp_path / "quality.toml")
    version = install_shipped(slug="es")
    second = tmp_path / "second.txt"
    second.write_text("casa\ncasas\n", encoding="utf-8")
    out = StringIO()
    call_command("measure_lexicon", "es", str(second), "--write", "a second list", stdout=out)
    assert "2 in the second list, 1 in both: precision 0.0%, recall 50.0%" in out.getvalue()
    said = quality.quality_of(version.checksum)
    assert "Compared with a second list: 0% of its words are in that list, and it has 50% of that list's words." in said
    assert "CASAS" in said[1]
    quality.write_figures("en", "f" * 64, "another", Measure(4, 2, 1))
    assert "50% of that list's words" in quality.quality_of("f" * 64)[0]
    assert quality.quality_of("0" * 64) == []
    quality._by_checksum.cache_clear()


def test_what_cannot_be_measured_is_said(tmp_path: Path) -> None:
    install_shipped(slug="es")
    (tmp_path / "greek").write_text("λόγος\n", encoding="utf-8")

    def refuse(slug: str, name: str, says: str) -> None:
        with pytest.raises(CommandError, match=says):
            call_command("measure_lexicon", slug, str(tmp_path / name), stdout=StringIO())

    check_each(
        [("de", "greek", "Install it first"), ("es", "missing", "No such file"), ("es", "greek", "no word in this")],
        refuse,
    )
