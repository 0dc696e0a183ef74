"""The word graph holds exactly its words, and equal endings once."""

from hypothesis import given
from hypothesis import strategies as st

from lexicon.engine.graph import END, Node, build_graph, count_nodes


def words_of(node: Node, begun: bytes = b"") -> set[bytes]:
    keys = {begun} if END in node else set()
    for letter, following in node.items():
        if letter != END:
            keys |= words_of(following, begun + bytes((letter,)))
    return keys


@given(st.sets(st.binary(min_size=1, max_size=6).filter(lambda word: 0 not in word)))
def test_the_graph_holds_exactly_its_words(words: set[bytes]) -> None:
    assert words_of(build_graph(words)) == words


@given(st.sets(st.text("ab", min_size=1, max_size=5)))
def test_the_graph_is_minimal(words: set[str]) -> None:
    """As many nodes as there are different sets of endings (Myhill and Nerode)."""
    encoded = {word.encode() for word in words}
    beginnings = {word[:size] for word in encoded for size in range(len(word) + 1)} | {b""}
    endings = {frozenset(word[len(begun) :] for word in encoded if word.startswith(begun)) for begun in beginnings}
    assert count_nodes(build_graph(encoded)) == len(endings)


def test_order_and_repeats_do_not_matter() -> None:
    assert words_of(build_graph([b"TRAIN", b"HOB", b"TRAIN", b"HOBS"])) == {b"TRAIN", b"HOB", b"HOBS"}
