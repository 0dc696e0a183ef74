"""Colours are tokens: each is named once for light and, where it must differ, once for dark."""

import re

from core.packages import ROOT

CSS = ROOT / "static" / "css"
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b")
TOKEN = re.compile(r"^\s*(--[\w-]+):", re.MULTILINE)


def test_colours_stand_in_tokens_only() -> None:
    written = [
        f"{path.name}:{number}: {line.strip()}"
        for path in sorted(CSS.glob("*.css"))
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if COLOUR.search(line) and not TOKEN.match(line)
    ]
    assert written == []


def test_the_dark_page_changes_tokens_that_there_are() -> None:
    light = {name for path in CSS.glob("*.css") if path.name != "dark.css" for name in TOKEN.findall(path.read_text())}
    assert set(TOKEN.findall((CSS / "dark.css").read_text())) <= light


def test_every_token_that_is_used_is_declared() -> None:
    texts = [path.read_text() for path in CSS.glob("*.css")]
    declared = {name for text in texts for name in TOKEN.findall(text)}
    used = {name for text in texts for name in re.findall(r"var\((--[\w-]+)\)", text)}
    assert used <= declared | {"--cell"}
