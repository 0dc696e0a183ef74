"""The table in the page against the engine: letters, hands, stock and basket after every event, and what may be said there."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser

from core.packages import ROOT
from games.engine.wordbasket.check import check_reading
from games.engine.wordbasket.match import next_word
from games.engine.wordbasket.moves import Play
from games.engine.wordbasket.notation import event_text, read_text, write_text
from games.engine.wordbasket.position import FAULTS, Position, problems_of
from games.engine.wordbasket.record import Kind, Player, Record
from games.engine.wordbasket.rules import RULE_SETS, Handicap, RuleSet
from games.engine.wordbasket.selfplay import Deal, Style, Vocabulary, play_game
from games.wordbasket.editor import table_config
from lexicon.engine.kana import fold
from lexicon.engine.kana_romaji import to_romaji
from lexicon.engine.shiritori import read_word
from lexicon.wordlists.japanese import shipped_list
from tests.games.engine.wordbasket.mutations import mutations
from tests.harness.deep import times

pytestmark = [pytest.mark.browser, pytest.mark.scaled]

GAMES = times(12, deep=400)
LIVELY = Style(slip=0.15, together=0.15, miss=0.1, forget=0.4, restless=0.12)
REPLAY = """([config, levels, players, lines, tries]) => {
  const rules = new BasketRules(config);
  let table = rules.dealt(levels);
  const seen = (one) => [one.letters, one.hands, one.stock, one.basket, one.reach, one.out, one.winner, one.due];
  return [seen(table), ...lines.map((line, at) => {
    const event = rules.read(line, players);
    const [player, word, card] = tries[at];
    const said = [rules.fitting(table, player, word), rules.faults(table, player, word, card)];
    if (event.kind !== "heading") table = rules.step(table, event);
    return [event.kind, event.word, event.cards, said, seen(table)];
  })];
}"""


def seen(position: Position) -> list[Any]:
    return [
        position.letters,
        [list(map(str, hand)) for hand in position.hands],
        len(position.stock),
        list(map(str, position.basket)),
        list(map(str, position.reach)),
        position.out,
        position.winner,
        position.turn_due,
    ]


def said_of(position: Position, player: int, word: str, card: str) -> list[Any]:
    """The cards that fit a word, and what is wrong with throwing one of them."""
    fitting = [str(one) for one in next_word(position, player, word).cards]
    problems = problems_of(replace(position, out=None, winner=None), Play(player, word, card))  # type: ignore[arg-type]
    return [fitting, [one.code for one in problems if one.code in FAULTS]]


def rules_for(seed: int) -> RuleSet:
    return RULE_SETS["word-basket"].with_options(
        hand_size=3 + seed % 4,
        restock=("when_empty", "when_needed")[seed % 2],
        wild_last=seed % 3 > 0,
        old_kana=("keep", "modern")[seed % 2],
        small_vowel=("full", "illegal")[seed // 2 % 2],
        small_tsu=("full", "illegal")[seed // 3 % 2],
    )


def test_the_page_keeps_the_table_as_the_engine(chromium: Browser) -> None:
    page = chromium.new_page()
    page.add_script_tag(path=ROOT / "static" / "js" / "basket-table.js")
    words = [word for word in shipped_list().common[::9] if 2 < len(word) < 9]
    vocabulary, events = Vocabulary.build(words), 0
    wrong: list[str] = []
    for seed in range(GAMES):
        rng, rules = random.Random(seed), rules_for(seed)
        players = [Player("ABCDEFGH"[index], f"Name{index} Last") for index in range(2 + seed % 7)]
        levels = [rng.choice((rules.even, Handicap(2, 3), Handicap(4, 5))) for _ in players]
        record = play_game(
            words=vocabulary, seed=seed, players=players, rules=rules, handicaps=levels, style=LIVELY, deal=Deal.NONE
        )
        variants = [record, *(changed for _label, changed in rng.sample(list(mutations(record)), 4))]
        for number, one in enumerate(variants):
            lines = texts(one, romaji=number == 1)
            check = check_reading(read_text(write_text(replace(one, options=()))), rules=rules)
            assert check.start is not None
            before = [check.start, *check.steps]
            tries = [
                (rng.randrange(len(players)), rng.choice(words), rng.choice(("か", "か*", "5", "7+", "る")))
                for _line in lines
            ]
            numbers = [[level.min_letters, level.last_letters] for level in levels]
            named = [{"label": player.label, "name": player.name} for player in players]
            start, *steps = page.evaluate(REPLAY, [table_config(rules), numbers, named, lines, tries])
            assert start == seen(check.start), seed
            for at, (event, said) in enumerate(zip(one.events, steps, strict=True)):
                expected = [
                    str(event.kind),
                    event.word,
                    list(map(str, event.cards)),
                    said_of(before[at], *tries[at]),
                    seen(before[at + 1]),
                ]
                events += 1
                if said != expected and len(wrong) < 10:
                    wrong.append(f"game {seed}.{number}, {lines[at]}, {tries[at]}:\npage   {said}\nengine {expected}")
    page.close()
    assert not wrong, "\n".join(wrong)
    assert events > 100 * GAMES


def texts(record: Record, *, romaji: bool) -> list[str]:
    labels = [player.label for player in record.players]
    return [event_text(event, labels, romaji=romaji and event.kind is not Kind.COUNT) for event in record.events]


def test_the_page_reads_words_and_cards_as_the_engine(chromium: Browser) -> None:
    page = chromium.new_page()
    page.add_script_tag(path=ROOT / "static" / "js" / "basket-table.js")
    words = shipped_list().common[:: times(97, deep=3)]
    typed = [form for word in words for form in (word, to_romaji(word), katakana(word))]
    typed += ["", *"shin'you yo-roppa ﾊﾞﾝﾄﾞ ヴァイオリン matcha Kitte か゛ abc9 ゝ ー 漢字 xtsu".split()]  # noqa: SIM905
    expected: list[str | None] = []
    for text in typed:
        try:
            expected.append(read_word(text))
        except ValueError:
            expected.append(None)
    config = table_config(RULE_SETS["word-basket"])
    script = (
        "([config, typed]) => { const rules = new BasketRules(config); return typed.map((text) => rules.word(text)); }"
    )
    got = page.evaluate(script, [config, typed])
    assert [(text, one, two) for text, one, two in zip(typed, got, expected, strict=True) if one != two] == []
    typed = [
        "か",
        "カ",
        "ka",
        "KA",
        "ka*",
        "か行",
        "カ＊",
        "5",
        "５",
        "7",
        "7+",
        "７＋",
        "ん",
        "を",
        "x",
        "わ*",
        "?",
        "a-line",
    ]
    answers = page.evaluate(script.replace("rules.word", "rules.card"), [config, typed])
    assert answers == [
        *["か", "か", "か", "か", "か*", "か*", "か*", "5", "5", "7+", "7+", "7+"],
        None,
        None,
        None,
        None,
        "?",
        "あ*",
    ]
    page.close()


def katakana(word: str) -> str:
    text = "".join(chr(ord(letter) + 0x60) if "ぁ" <= letter <= "ゖ" else letter for letter in word)
    assert fold(text) == word
    return text
