"""Pages that load themselves again say where: without an address a browser stays on a page whose address ends in #something."""

import re
from pathlib import Path

from django.conf import settings

REFRESH = re.compile(r'http-equiv="refresh" content="([^"]*)"')


def test_each_names_its_address() -> None:
    found = {
        f"{path.relative_to(settings.BASE_DIR)}: {content}": content
        for path in Path(settings.BASE_DIR, "templates").rglob("*.html")
        for content in REFRESH.findall(path.read_text())
    }
    assert len(found) > 3
    assert [place for place, content in found.items() if ";url={{" not in content] == []
