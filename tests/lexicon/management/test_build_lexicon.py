"""``manage.py build_lexicon``: what it refuses. The packages themselves are not in the repository."""

import lzma
import re
from hashlib import sha256
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from lexicon.engine.twos import TWOS
from lexicon.wordlists.packaged import PACKAGED
from lexicon.wordlists.shipped import ENGLISH
from tests.lexicon.wordlists import packages


def test_a_file_that_is_no_package_or_not_there_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "package.deb"
    with pytest.raises(CommandError, match=r"package\.deb"):
        call_command("build_lexicon", "de", str(file))
    file.write_bytes(b"not a package")
    with pytest.raises(CommandError) as refused:
        call_command("build_lexicon", "de", str(file), "--check")
    assert str(refused.value)


def test_a_package_becomes_a_list_and_what_belongs_in_the_program_is_printed(tmp_path: Path) -> None:
    """Four words of our own, and those of two letters; it is another list than the program's, which does not ship it."""
    file = tmp_path / "witalian_9.9_all.deb"
    file.write_bytes(packages.deb(packages.debian_list("witalian", "italian", "parola\nparole\ncittà\nRoma\nora\n")))
    out = StringIO()
    call_command("build_lexicon", "it", str(file), stdout=out)
    first, lengths = out.getvalue().splitlines()
    assert re.fullmatch(r"word_count=55 checksum=[0-9a-f]{64} sha256=" + sha256(file.read_bytes()).hexdigest(), first)
    assert lengths == f"2:{len(TWOS['it'])} 3:1 5:1 6:2"
    with pytest.raises(CommandError, match=f"the list would change: .* says {PACKAGED['it'].checksum}"):
        call_command("build_lexicon", "it", str(file), "--check", stdout=StringIO())
    with pytest.raises(CommandError, match="“it” does not come with the program; it is installed by install_lexicon"):
        call_command("build_lexicon", "it", str(file), "--write", stdout=StringIO())


def test_english_is_built_from_the_word_files_that_the_recipe_names(tmp_path: Path) -> None:
    """Of two classes and two sizes; the licence stands beside the list. Checking says that it would change, and writes nothing."""
    source, licence, output = tmp_path / "scowl", tmp_path / "copyright", tmp_path / "new.txt.xz"
    source.mkdir()
    words = {"english-words.10": "cat\ndon't\nbrr\nbcd", "british-words.80": "colour", "english-upper.10": "Rome"}
    for name, text in {**words, "english-words.95": "aardwolves"}.items():
        (source / name).write_text(text, encoding="latin-1")
    licence.write_bytes(b"Copyright: of our own\n")
    arguments = [f"--scowl={source}", f"--licence={licence}", f"--output={output}"]
    with pytest.raises(CommandError, match=f"the list would change: .* says {ENGLISH.checksum}"):
        call_command("build_lexicon_en", *arguments, "--check", stdout=StringIO())
    assert not output.exists()
    out = StringIO()
    call_command("build_lexicon_en", *arguments, stdout=out)
    assert out.getvalue().startswith("word_count=103 checksum=")
    written = lzma.decompress(output.read_bytes()).decode().split()
    assert {word for word in written if len(word) > 2} == {"CAT", "BRR", "COLOUR"}
    assert (tmp_path / "en.LICENSE").read_bytes() == licence.read_bytes()
