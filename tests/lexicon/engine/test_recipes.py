"""How lists are made of packages: on packages of our own, in the forms that the real ones have."""

import pytest

from games.engine.crossword.tiles import tile_set, tile_set_slugs
from lexicon.engine.alphabets import ALPHABETS
from lexicon.engine.opencorpora import nouns
from lexicon.engine.package import BadPackageError, gunzip, read_members
from lexicon.engine.recipes import RECIPES
from lexicon.engine.twos import TWOS
from lexicon.wordlists.packaged import LICENCES, PACKAGED
from tests.lexicon.wordlists import packages


def built(language: str, files: dict[str, bytes]) -> set[str]:
    """The words beside the two-letter ones that were entered by hand, decoded."""
    recipe = RECIPES[language]
    words = recipe.build(read_members(packages.deb(files), recipe.members)).words.words
    decoded = set(map(ALPHABETS[language].decode, words))
    return decoded - set(TWOS.get(language, ()))


def test_german_takes_the_real_spelling_and_no_initials() -> None:
    """Column 1 spells Ä as AE; the words of the second column are what tiles spell."""
    lines = ["AEROBE", "HAEUSER häuser Häuser", "STRASSE Straße", "DVD DVD", "CDS CDs", "ABC Abc ABC", "PST", "WWW"]
    found = built("de", packages.tanglet("de", [*lines, "MASSE Maße Masse", "DONAUDAMPFSCHIFFE"]))
    assert found == {"AEROBE", "HÄUSER", "STRASSE", "ABC", "PST", "MASSE"}


@pytest.mark.parametrize(
    ("language", "lines", "words"),
    [
        ("fr", ["ABAISSE abaisse abaissé", "COEUR cœur"], {"ABAISSE", "COEUR"}),
        ("el", ["ΛΟΓΟΣ", "ΑΑΧ"], {"ΛΟΓΟΣ", "ΑΑΧ"}),
        ("pl", ["ŻÓŁW", "ABLATIVACH"], {"ŻÓŁW"}),
        ("hu", ["CSEND", "ÁZSIA Ázsia", "ÍROTT írott Írott"], {"CSEND", "ÍROTT"}),
        ("ca", ["COL·LEGI", "ANY", "QUI", "PLAÇA"], {"COL·LEGI", "ANY", "QUI", "PLAÇA"}),
    ],
)
def test_lists_for_games(language: str, lines: list[str], words: set[str]) -> None:
    assert built(language, packages.tanglet(language, lines)) == words


def test_a_catalan_word_counts_its_tiles() -> None:
    """ANY and QUI have two tiles, so they stand among the two-letter words."""
    recipe = RECIPES["ca"]
    words = recipe.build(packages.tanglet("ca", ["ANY", "QUI", "COL·LEGIS"])).words
    assert words.lengths[2] == len(TWOS["ca"]) + 2
    assert words.lengths[7] == 1


@pytest.mark.parametrize(
    ("language", "package", "name"),
    [("nl", "wdutch", "dutch"), ("es", "wspanish", "spanish"), ("it", "witalian", "italian")],
)
def test_of_a_spell_checkers_list_only_what_the_rules_call_words(language: str, package: str, name: str) -> None:
    """rules.md: no proper nouns, abbreviations, hyphens, apostrophes; lexicons.md: no two-letter words as they come."""
    refused = [
        "Roma",
        "ONU",
        "PC",
        "dna-test",
        "l'ora",
        "d'",
        "e.g.",
        "m²",
        "ad fundum",
        "etc",
        "blz",
        "brt",
        "cd",
        "xq",
        "q",
    ]
    text = "\n".join(["zona", "zona", "brr", "città", *refused])
    assert built(language, packages.debian_list(package, name, text)) == {"ZONA", "BRR", "CITTA"}


def test_two_letter_words_are_spelt_with_their_alphabet() -> None:
    for language, words in TWOS.items():
        assert len(set(words)) == len(words)
        for word in words:
            assert len(ALPHABETS[language].encode(word)) == 2
            assert ALPHABETS[language].fold(word) == word


RUSSIAN = {
    "дом": "NOUN,inan,masc sing,nomn",
    "дома": "NOUN,inan,masc sing,gent",
    "домами": "NOUN,inan,masc plur,ablt",
    "ножницы": "NOUN,inan,GNdr,Pltm plur,nomn",
    "ёлка": "NOUN,inan,femn sing,nomn",
    "москва": "NOUN,inan,femn,Sgtm,Geox sing,nomn",
    "иван": "NOUN,anim,masc,Name sing,nomn",
    "сша": "NOUN,inan,GNdr,Pltm,Abbr,Geox plur,nomn",
    "вуз": "NOUN,inan,masc,Abbr sing,nomn",
    "идти": "INFN,impf,intr",
    "юго-запад": "NOUN,inan,masc sing,nomn",
}


def test_russian_nouns_in_the_nominative_singular_and_those_without_one() -> None:
    files = packages.opencorpora_files(RUSSIAN)
    assert set(nouns(files)) == {"дом", "ножницы", "ёлка", "юго-запад"}
    recipe = RECIPES["ru"]
    members = read_members(packages.wheel(files), recipe.members)
    words = set(recipe.build(members).words.words)
    assert words == {"ДОМ", "НОЖНИЦЫ", "ЁЛКА", "ЕЛКА"}


def test_a_damaged_russian_dictionary_is_refused() -> None:
    files = packages.opencorpora_files(RUSSIAN)
    for name, content in files.items():
        with pytest.raises(BadPackageError):
            list(nouns({**files, name: content[: len(content) // 2]}))


@pytest.mark.parametrize(
    ("package", "message"),
    [
        (b"", "damaged"),
        (b"!<arch>\n", "not a Debian package"),
        (b"!<arch>\n" + b"x" * 200, "not a Debian package"),
        (packages.deb({"a": b"1"}), "does not contain b"),
        (packages.deb({"b": b"1"}, packer="zst"), "zstd"),
        (packages.deb({"b": b"1"})[:-40], "damaged"),
        (packages.wheel({"a": b"1"}), "does not contain b"),
        (packages.wheel({"b": b"1"})[:-10], "damaged"),
    ],
)
def test_what_is_no_package_is_refused_with_a_sentence(package: bytes, message: str) -> None:
    with pytest.raises(BadPackageError, match=message):
        read_members(package, ["b"])


def test_a_deb_packed_with_gzip_is_read_too() -> None:
    assert read_members(packages.deb({"b/c": b"odd", "d": b""}, packer="gz"), ["b/c", "d"]) == {"b/c": b"odd", "d": b""}


def test_a_damaged_list_is_refused() -> None:
    for data in (b"no gzip", b"\x1f\x8b\x08\0\0\0\0\0"):
        with pytest.raises(BadPackageError):
            gunzip(data)
    with pytest.raises(BadPackageError, match="encoding"):
        RECIPES["it"].build({"usr/share/dict/italian": b"citt\xe0"})


@pytest.mark.parametrize("slug", sorted(PACKAGED))
def test_every_list_has_name_source_notice_and_licence(slug: str) -> None:
    packaged = PACKAGED[slug]
    assert packaged.language in ALPHABETS
    assert slug in RECIPES
    assert len(packaged.checksum) == len(packaged.package.sha256) == 64
    assert packaged.word_count > 25_000
    assert "official" in packaged.source
    assert packaged.package.edition in packaged.source
    assert packaged.acknowledgements
    for name in packaged.licences:
        assert len((LICENCES / f"{name}.txt").read_text(encoding="utf-8")) > 5000
    if slug == "es":
        assert "weak" in packaged.name.lower()


def test_spanish_forms_without_attached_pronouns() -> None:
    """Plurals, feminine and verb forms by the affix file; diminutives (U) and infinitives with se are no words of the list."""
    affixes = (
        "SET UTF-8\nFLAG UTF-8\nSFX S Y 2\nSFX S 0 s [aeoé]\nSFX S z ces z\nSFX G Y 1\nSFX G o a/S o\n"
        "SFX R Y 3\nSFX R er es er\nSFX R er o er\nSFX R 0 se [aei]r\nSFX U Y 1\nSFX U o ito/S o\n"
    )
    entries = "5\ncasa/S\ngato/GSU\nniño/GS\ncomer/R\nMadrid/S\nluz/S\n"
    files = {"usr/share/hunspell/es_ES.aff": affixes.encode(), "usr/share/hunspell/es_ES.dic": entries.encode()}
    words = RECIPES["es-forms"].build(read_members(packages.deb(files), RECIPES["es-forms"].members)).words.words
    assert set(map(ALPHABETS["es"].decode, words)) - set(TWOS["es"]) == {
        *("CASA", "CASAS", "GATO", "GATOS", "GATA", "GATAS", "NIÑO", "NIÑOS", "NIÑA", "NIÑAS"),
        *("COMER", "COMES", "COMO", "LUZ", "LUCES"),
    }


def test_forms_with_endings_and_prefixes() -> None:
    """Entries that are no words by themselves stay out, and words need no vowel where L or R may be one."""
    affixes = "SET UTF-8\nFORBIDDENWORD q\nSFX A Y 1\nSFX A 0 y [^aeiou]\nPFX N Y 1\nPFX N 0 ne .\n"
    entries = "6\nvlk/A\nmilý/N\nbrm/q\nPraha/A\nkg\nmst\n"
    files = {"usr/share/hunspell/cs_CZ.aff": affixes.encode(), "usr/share/hunspell/cs_CZ.dic": entries.encode()}
    assert built("cs", files) == {"VLK", "VLKY", "MILÝ", "NEMILÝ"}


@pytest.mark.parametrize(
    ("language", "name", "encoding", "words"),
    [
        ("da", "danish", "utf-8", {"BLÅ", "KØN", "ÆBLE"}),
        ("no", "bokmaal", "iso8859-1", {"BLÅ", "KØN", "ÆBLE"}),
        ("pt", "portuguese", "utf-8", {"AÇO", "AVO"}),
    ],
)
def test_lists_as_they_come(language: str, name: str, encoding: str, words: set[str]) -> None:
    lines = ["blå", "køn", "æble", "A-aktie", "Oslo", "kg", "sms"] if language != "pt" else ["aço", "avô", "avó", "Rio"]
    assert built(language, {f"usr/share/dict/{name}": "\n".join(lines).encode(encoding)}) == words


def test_flags_that_are_numbers_and_entries_that_need_an_ending() -> None:
    """Basque entries are words where an ending may be empty; those that must take one, and endings that need more, are none."""
    affixes = (
        "SET UTF-8\nFLAG num\nNEEDAFFIX 1\nSFX 11 Y 2\nSFX 11 0 0 .\nSFX 11 0 dun .\n"
        "SFX 69 Y 1\nSFX 69 0 gile .\nSFX 82 Y 1\nSFX 82 0 0/1,11 .\n"
    )
    entries = "6\ngoiztiar/11,1\nidazki/69,1\nerdi/82,1\nzerabilkigun\nBilbo/11,1\nbarau-egun/11,1\n"
    files = {"usr/share/hunspell/eu.aff": affixes.encode(), "usr/share/hunspell/eu.dic": entries.encode()}
    assert built("eu", files) == {"GOIZTIAR", "ZERABILKIGUN"}


def test_turkish_headwords_without_names() -> None:
    rows = [
        ("anmak_Verb", "anmak", "an", "Verb", "None"),
        ("ışık_Noun", "ışık", "ışık", "Noun", "None"),
        ("hayâ_Noun", "hayâ", "haya", "Noun", "None"),
        ("Notes_Noun_Prop", "Notes", "notes", "Noun", "Prop"),
        ("tbmm_Noun_Abbrv", "abece", "abece", "Noun", "Abbrv"),
        ("inci_Noun", "inci", "inci", "Noun", "None"),
    ]
    text = "".join("\t".join((*row, "", "0", "null", "0")) + "\n" for row in rows)
    recipe = RECIPES["tr"]
    members = read_members(packages.wheel({recipe.members[0]: text.encode()}), recipe.members)
    words = set(map(ALPHABETS["tr"].decode, recipe.build(members).words.words)) - set(TWOS["tr"])
    assert words == {"ANMAK", "IŞIK", "HAYA", "İNCİ"}


def test_finnish_headwords() -> None:
    """Common words without marks of where their parts meet; names, and bytes that are no dictionary, are not taken."""
    member = RECIPES["fi"].members[0]
    entries = {"helsinki": "[Lep]", "koira": "[Ln]", "jää=kaappi": "[Ln]", "juosta": "[Lt]"}
    assert built("fi", {member: packages.transducer(entries)}) == {"KOIRA", "JÄÄKAAPPI", "JUOSTA"}
    # 300 words that begin anew at one state, and a sign between letters that only says what may follow which part
    many = {f"{one}{other}@ka": "[Ln]" for one in "abdefghijklmnop" for other in "aeiouyäöhjklmnprstuv"}
    assert len(many) > 255
    assert built("fi", {member: packages.transducer(many)}) == {word.replace("@", "").upper() for word in many}
    whole = packages.transducer(entries)
    for damaged in (b"", b"\0" * 64, whole[:20], whole[: len(whole) - 40], packages.transducer(entries, endless=True)):
        with pytest.raises(BadPackageError, match="dictionary"):
            RECIPES["fi"].build({member: damaged})


def test_every_tile_set_has_a_free_list() -> None:
    assert {tile_set(slug).language for slug in tile_set_slugs()} <= {one.language for one in PACKAGED.values()} | {
        "en"
    }


def test_gujarati_counts_tiles_and_keeps_its_signs() -> None:
    entries = "5\nકલમ\n'અંત:કરણ'\nક્ષત્રિય\nઓઁ\nઐતિહાસિક\n"
    words = built("gu", {"usr/share/hunspell/gu_IN.dic": entries.encode()})
    assert words == {"કલમ", "અંતઃકરણ", "ક્ષત્રિય", "ઓં"}
    assert ALPHABETS["gu"].tokenise("ક્ષત્રિય") == ("ક્ષ", "ત્ર", "િ", "ય")
    assert ALPHABETS["gu"].tokenise("ક*લમ") == ("ક", "લ", "મ"), "a blank is the letter that it stands for"
