"""Definitions in word lists: how lines are read, and the packed file against a dict."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.engine.alphabets import ALPHABETS
from lexicon.engine.definitions import LONGEST, BadDefinitionsFileError, Definitions, definition_in, pack
from lexicon.engine.listcheck import check_lines

WORDS = st.text("ABC", min_size=1, max_size=6)
TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=50)


@given(st.dictionaries(WORDS, TEXTS, max_size=400), st.lists(WORDS))
def test_the_file_answers_as_the_dict_does(
    tmp_path_factory: pytest.TempPathFactory, given_: dict[str, str], asked: list[str]
) -> None:
    path = tmp_path_factory.mktemp("definitions") / "a"
    path.write_bytes(pack(given_))
    definitions = Definitions.open(path)
    assert definitions.of(asked) == {word: given_[word] for word in asked if word in given_}
    assert definitions.all() == given_


def test_how_lines_are_read() -> None:
    cases = {
        "aa\trough, cindery lava [n AAS]": "rough, cindery lava [n AAS]",
        "ABACA [n ABACAS]": "[n ABACAS]",
        "qi - the vital  force": "the vital force",
        "za = pizza": "pizza",
        "za": "",
        "za 1234 0.5": "",
        "za <b>pizza</b>": "<b>pizza</b>",
        "za piz\u202eza\x07": "piz za",
        "za " + "x" * 900: "x" * (LONGEST - 1) + "…",
    }
    for line, definition in cases.items():
        assert definition_in(line.partition(" ")[2] if "\t" not in line else line.partition("\t")[2]) == definition, (
            line
        )
        checked = check_lines([line], ALPHABETS["en"], define=True)
        assert list(checked.definitions.values()) == ([definition] if definition else []), line
        assert not check_lines([line], ALPHABETS["en"]).definitions


def test_the_first_definition_counts_and_only_words_of_the_list_have_one(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["za pizza", "za other", "qi", "qi force", "no refusal", "co-op shop"]
    checked = check_lines(lines, ALPHABETS["en"], blocked=["no"], define=True)
    assert checked.definitions == {"QI": "force", "ZA": "pizza"}
    monkeypatch.setattr("lexicon.engine.listcheck.MOST_IN_ALL", 8)
    checked = check_lines(lines, ALPHABETS["en"], define=True)
    assert (checked.definitions, checked.undefined) == ({"ZA": "pizza"}, 2)


def test_another_or_a_damaged_file_is_noticed(tmp_path: Path) -> None:
    whole = pack({f"A{number}": "text" for number in range(300)})
    for number, data in enumerate((b"", b"something else", whole[:-1], whole[:40])):
        path = tmp_path / str(number)
        path.write_bytes(data)
        with pytest.raises(BadDefinitionsFileError):
            Definitions.open(path)
    path.write_bytes(whole[:-20] + bytes(20))
    with pytest.raises(BadDefinitionsFileError):
        Definitions.open(path).all()
