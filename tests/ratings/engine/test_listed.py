"""A list kept for who enters later finds whom ``match`` finds, and names nobody."""

import json

from hypothesis import given
from hypothesis import strategies as st

from ratings.engine.listed import index_list, listed_rating
from ratings.engine.official_list import Known, ListedPlayer, folded, match, parse_list

LIST = """name,rating,games,id
"Adler, Ada",1500,120,A1
Ben Brück,1400,,
Cleo Dion,1300,8,C3
Cleo Dion,1200,9,C4
"""
KEPT = json.loads(json.dumps(index_list(parse_list(LIST).players)))


def test_a_name_is_found_in_any_spelling_of_its_order_case_and_accents() -> None:
    assert listed_rating(KEPT, "ada ADLER") == (1500, 120)
    assert listed_rating(KEPT, "Bruck, Ben") == (1400, None)
    assert listed_rating(KEPT, "Ada") is None


def test_an_id_goes_before_the_name_and_another_id_is_another_person() -> None:
    assert listed_rating(KEPT, "Ada Miller", "a1") == (1500, 120)
    assert listed_rating(KEPT, "Ada Adler", "Z9") is None
    assert listed_rating(KEPT, "Ben Brück", "B2") == (1400, None)


def test_a_name_that_two_lines_have_is_found_by_id_only() -> None:
    assert listed_rating(KEPT, "Cleo Dion") is None
    assert listed_rating(KEPT, "Cleo Dion", "C4") == (1200, 9)


def test_nobodys_name_is_kept() -> None:
    text = json.dumps(KEPT)
    assert not any(word in text for word in ("Ada", "Adler", "ada", "Ben", "Cleo", "A1", "C3"))


_NAMES = st.sampled_from(["Ada A", "A, Ada", "Ben B", "Cléo C", "cleo c", "Dan D"])
_IDS = st.sampled_from(["", "x1", "X2", "x3"])
_LINES = st.lists(st.tuples(_NAMES, _IDS), max_size=5, unique_by=(lambda line: line[1] or line[0]))


@given(lines=_LINES, name=_NAMES, identity=_IDS)
def test_it_finds_whom_the_seeding_finds(lines: list[tuple[str, str]], name: str, identity: str) -> None:
    """Against ``match`` with the newcomer as the only person known: certain there = rating here."""
    players = [ListedPlayer(n, listed, 1000 + n, n, one) for n, (listed, one) in enumerate(lines, 1)]
    rating = listed_rating(index_list(players), name, identity)
    matched = [one.listed for one in match(players, [Known(1, name, identity)]) if one.known is not None]
    by_id = [one for one in matched if identity and one.external_id.casefold() == identity.casefold()]
    certain = by_id or matched
    if len(certain) == 1 and (by_id or sum(folded(one.name) == folded(name) for one in players) == 1):
        assert rating == (certain[0].rating, certain[0].games)
    else:
        assert rating is None
