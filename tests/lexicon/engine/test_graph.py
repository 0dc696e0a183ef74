"""The word graph holds exactly its words, and equal endings once."""

from hypothesis import given
from hypothesis import strategies as st

from lexicon.engine.graph import MOST_LETTERS, ROOT, Graph, build_graph

LETTERS = st.integers(1, MOST_LETTERS)


def words_of(graph: Graph, place: int = ROOT, begun: bytes = b"") -> set[bytes]:
    words = {begun} if graph.ends(place) else set()
    for letter, following in graph.following(place):
        assert graph.walk(bytes((letter,)), place) == following
        words |= words_of(graph, following, begun + bytes((letter,)))
    return words


@given(st.sets(st.lists(LETTERS, min_size=1, max_size=6).map(bytes)), st.lists(LETTERS, max_size=6).map(bytes))
def test_the_graph_holds_exactly_its_words(words: set[bytes], other: bytes) -> None:
    graph = build_graph(words)
    assert words_of(graph) == words
    assert all(graph.holds(word) for word in words)
    assert graph.holds(other) == (other in words)
    assert graph.walk(other + b"\0") is None


@given(st.sets(st.lists(st.sampled_from([1, 2]), min_size=1, max_size=5).map(bytes)))
def test_the_graph_is_minimal(words: set[bytes]) -> None:
    """As many nodes as there are different sets of endings (Myhill and Nerode), each with its letters once."""
    beginnings = {word[:size] for word in words for size in range(len(word) + 1)} | {b""}
    endings = {frozenset(word[len(begun) :] for word in words if word.startswith(begun)) for begun in beginnings}
    graph = build_graph(words, 2)
    assert len(set(zip(graph.letters.tolist(), graph.first.tolist(), strict=True))) == len(endings)
    assert len(graph.letters) == 1 + sum(len({word[0] for word in some if word}) for some in endings)


@given(st.sets(st.lists(st.integers(1, 31), min_size=1, max_size=4).map(bytes)))
def test_a_small_alphabet_takes_half_the_room_and_says_the_same(words: set[bytes]) -> None:
    small, large = build_graph(words, 31), build_graph(words, 32)
    assert (small.letters.itemsize, large.letters.itemsize) == (4, 8)
    assert small.letters.tolist() == large.letters.tolist()


def test_order_and_repeats_do_not_matter() -> None:
    assert words_of(build_graph([b"\3\1\2", b"\5", b"\3\1\2", b"\5\1"])) == {b"\3\1\2", b"\5", b"\5\1"}
