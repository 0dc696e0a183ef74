"""What a player needs for a prize, as a sentence for each kind of condition."""

from tournaments.engine.contention import State, ThreatKind
from tournaments.queries.contention import Chance, NeedLine, ThreatLine
from tournaments.wording.contention import LOSS, TIE, WIN, NeedsInWords, needs_in_words


def chance(state: State = State.OPEN, needs: tuple[NeedLine, ...] = (), **values: float) -> Chance:
    """Ada and a prize, with two games left."""
    left = {"chance": None, "enough": None, "games": 2, **values}
    return Chance("Ada", 1, state, 0.5, left["chance"], left["enough"], int(left["games"] or 0), needs=needs)


def threat(kind: ThreatKind, result: int | None = None, margin: int | None = None, *names: str) -> ThreatLine:
    who = names or ("Ben",)
    return ThreatLine(kind, who, tuple(range(len(who))), result, margin)


def test_each_condition_has_its_own_sentence() -> None:
    """The margins are from the player's side: a win by more helps, a loss by less too."""
    against, tie, no_tie = ThreatKind.MARGIN, ThreatKind.TIE, ThreatKind.NO_TIE
    for own, one, sentence in (
        (WIN, threat(ThreatKind.RESULT, WIN), "A win, if Ben does not win."),
        (TIE, threat(ThreatKind.RESULT, TIE), "A tie, if Ben loses."),
        (LOSS, threat(tie, None, None, "Ben", "Cem"), "Even a loss, if Ben and Cem do not tie."),
        (None, threat(no_tie, None, None, "Ben", "Cem"), "If Ben and Cem tie."),
        (WIN, threat(ThreatKind.OWN, margin=12), "A win, if it is by 12 or more."),
        (LOSS, threat(ThreatKind.OWN, margin=-12), "Even a loss, if it is by 12 or less."),
        (WIN, threat(against, WIN, 5), "A win, if Ben does not win, or wins by at least 5 less."),
        (WIN, threat(against, WIN, -5), "A win, if Ben does not win, or wins by at most 5 more."),
        (WIN, threat(against, WIN, 0), "A win, if Ben does not win by a larger margin."),
        (TIE, threat(against, WIN, -5), "A tie, if Ben does not win by more than 5."),
        (None, threat(against, WIN, -5), "If Ben does not win by more than 5."),
        (
            LOSS,
            threat(against, WIN, -5),
            "Even a loss, if Ben does not win, or both margins together are at most 5.",
        ),
        (WIN, threat(against, TIE, 5), "A win, if Ben loses, or ties and this win is by 5 or more."),
        (LOSS, threat(against, TIE, -5), "Even a loss, if Ben loses, or ties and this loss is by 5 or less."),
        (WIN, threat(against, LOSS, 5), "A win, if Ben loses and both margins together are at least 5."),
        (TIE, threat(against, LOSS, 5), "A tie, if Ben loses by 5 or more."),
        (LOSS, threat(against, LOSS, 5), "Even a loss, if Ben loses by at least 5 more."),
        (LOSS, threat(against, LOSS, -5), "Even a loss, if Ben loses by a margin at most 5 smaller."),
        (LOSS, threat(against, LOSS, 0), "Even a loss, if Ben loses by at least as much."),
    ):
        need = NeedLine(own, sure=False, spare=0, shared=False, threats=(one,))
        assert needs_in_words(chance(needs=(need,))) == NeedsInWords((sentence,), proved=True), sentence


def test_several_conditions_say_how_many_of_them_must_hold() -> None:
    def said(count: int, spare: int, *, shared: bool = False) -> str:
        threats = tuple(threat(ThreatKind.RESULT, WIN, None, f"P{number}") for number in range(1, count + 1))
        (sentence,) = needs_in_words(chance(needs=(NeedLine(WIN, False, spare, shared, threats),))).sentences
        return sentence

    assert said(2, 0) == "A win, if P1 does not win; and P2 does not win."
    assert said(2, 0, shared=True).endswith("P2 does not win. The place is then shared.")
    assert said(3, 1) == "A win, if at least 2 of these 3 hold: P1 does not win; P2 does not win; P3 does not win."
    # more than anybody would read are not listed one by one
    assert said(7, 1) == "A win, if at most 1 of these players ends ahead: P1, P2, P3, P4, P5, P6, P7."
    assert said(7, 2).startswith("A win, if at most 2 of these players end ahead: P1")


def test_the_worst_result_that_is_enough_comes_first() -> None:
    def sure(result: int | None) -> NeedLine:
        return NeedLine(result, sure=True, spare=0, shared=False, threats=())

    on_ben = NeedLine(LOSS, sure=False, spare=0, shared=False, threats=(threat(ThreatKind.RESULT, WIN),))
    for needs, sentences in (
        ((sure(WIN),), ("A win is enough.",)),
        ((sure(WIN), sure(TIE)), ("A win or a tie is enough.",)),
        ((sure(WIN), sure(TIE), sure(LOSS)), ("Certain, whatever happens.",)),
        ((sure(None),), ("Certain, whatever happens.",)),
        ((sure(WIN), on_ben), ("A win is enough.", "Even a loss, if Ben does not win.")),
    ):
        assert needs_in_words(chance(needs=needs)).sentences == sentences, needs


def test_what_is_only_simulated_does_not_count_as_proved() -> None:
    """And there is nothing to say to whoever has won it, or cannot."""
    on_ben = NeedLine(WIN, sure=False, spare=0, shared=False, threats=(threat(ThreatKind.RESULT, WIN),))
    for one, sentences, proved in (
        (chance(State.WON, needs=(on_ben,)), (), True),
        (chance(State.OUT, needs=(on_ben,)), (), True),
        (chance(State.LIKELY), (), True),
        (chance(games=0), (), True),
        (chance(enough=1.5), ("1½ of 2 games: won in 95% or more of the simulations",), False),
        (chance(chance=2), ("2 of 2 games and help from others: won in some simulations",), False),
        (chance(), ("depends on others' results",), False),
    ):
        assert needs_in_words(one) == NeedsInWords(sentences, proved), one
