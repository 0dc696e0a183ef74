"""``manage.py build_lexicon``: what it refuses. The packages themselves are not in the repository."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command


def test_a_file_that_is_no_package_or_not_there_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "package.deb"
    with pytest.raises(CommandError, match=r"package\.deb"):
        call_command("build_lexicon", "de", str(file))
    file.write_bytes(b"not a package")
    with pytest.raises(CommandError) as refused:
        call_command("build_lexicon", "de", str(file), "--check")
    assert str(refused.value)
