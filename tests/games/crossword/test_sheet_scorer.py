"""The scorer in the page against the engine: the same points, faults and tiles for plays over all boards and tile sets."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Browser

from core.packages import ROOT
from games.crossword.editor import scorer_config
from games.engine.crossword.board import board_slugs
from games.engine.crossword.rules import NINE_TILE, RULE_SETS, RuleSet
from games.engine.crossword.scoring import UNPLACEABLE, Fault, Scorer
from games.engine.crossword.tiles import BLANK, tile_set_slugs
from tests.harness.deep import times

pytestmark = [pytest.mark.browser, pytest.mark.scaled]

FAULTS = {
    Fault.OFF_BOARD: "edge",
    Fault.OCCUPIED: "occupied",
    Fault.GAP: "gap",
    Fault.NO_NEW_TILE: "none",
    Fault.ONE_LETTER: "short",
    Fault.OFF_CENTRE: "centre",
    Fault.NOT_TOUCHING: "apart",
    Fault.PART_OF_WORD: "part",
}
#: Plays of one game; there are games on every board with every tile set: in the deep run 10,000 plays and more.
PLAYS = times(12, deep=220)
MEASURE = """([config, lines]) => {
  const scorer = new SheetScorer(config);
  let board = scorer.emptyBoard();
  return lines.map(([place, word, lay]) => {
    const measured = scorer.measure(board, scorer.readPlace(place), scorer.readWord(word));
    const tiles = [...measured.tiles.entries()].sort((a, b) => a[0] - b[0]);
    const again = measured.tiles.size ? scorer.play(board, measured.tiles, scorer.readPlace(place).across) : null;
    const written = again && [scorer.writePlace(again.place), scorer.writeWord(again.cells)];
    const whole = again && scorer.measure(board, again.place, scorer.readWord(scorer.writeWord(again.cells))).score;
    if (lay) {
      board = [...board];
      for (const [at, tile] of tiles) board[at] = tile;
    }
    return [measured.score, measured.fault, tiles.map(([at]) => at), written, whole];
  });
}"""


def random_game(rules: RuleSet, rng: random.Random, plays: int) -> tuple[list[list[Any]], list[list[Any]]]:
    """Plays as the page reads them, and what the engine says of each. Most are laid where they touch; some break a rule."""
    layout, tiles, scorer = rules.layout, rules.tiles, Scorer(rules)
    board = bytearray(layout.empty)
    lines: list[list[Any]] = []
    answers: list[list[Any]] = []
    while len(lines) < plays:
        place = rng.choice(sorted({key for key in layout.places if key == key.upper()}))
        square, step, room = layout.places[place]
        codes = bytearray()
        for count in range(rng.randint(1, min(rules.rack_size + 2, room + (rng.random() < 0.05)))):
            at = square + count * step
            there = board[at] if at < len(board) else 0
            letter = rng.choice(tiles.letters) | (BLANK if rng.random() < 0.1 else 0)
            codes.append(0 if there and rng.random() < 0.97 else letter)
        measured = scorer.measure(bytes(board), square, step, bytes(codes))
        fault = measured.faults[0] if measured.faults else None
        if fault in {Fault.NOT_TOUCHING, Fault.OFF_CENTRE} and rng.random() < 0.9:
            continue
        lay = fault not in UNPLACEABLE and bool(measured.squares)
        lines.append([place, tiles.text(codes), lay])
        squares = [layout.row_and_column(one) for one in ([] if fault in UNPLACEABLE else measured.squares)]
        at_squares = sorted(row * layout.size + column for row, column in squares)
        answers.append([measured.score, FAULTS[fault] if fault else "", at_squares])
        if lay:
            for one, code in zip(measured.squares, measured.codes, strict=True):
                board[one] = code
    return lines, answers


def test_the_page_scores_as_the_engine(chromium: Browser) -> None:
    page = chromium.new_page()
    page.add_script_tag(path=ROOT / "static" / "js" / "sheet-scorer.js")
    checked, laid, wrong = 0, 0, []
    for board in board_slugs():
        for tiles in tile_set_slugs():
            rng = random.Random(f"{board} {tiles}")
            options = NINE_TILE if rng.random() < 0.3 else {}
            rules = RULE_SETS["tournament"].with_options(board=board, tile_set=tiles, **options)
            lines, answers = random_game(rules, rng, PLAYS)
            said = page.evaluate(MEASURE, [scorer_config(rules), lines])
            for line, (score, fault, squares, written, whole), answer in zip(lines, said, answers, strict=True):
                expected = [answer[0], answer[1], [] if answer[1] in {"edge", "occupied", "gap"} else answer[2]]
                got = [score, fault, [] if fault in {"edge", "occupied", "gap"} else squares]
                if got != expected:
                    wrong.append(f"{board} {tiles} {line}: page {got}, engine {expected}")
                checked += 1
                laid += line[2]
                if line[2] and fault != "part" and whole != score and len(squares) > 1:
                    wrong.append(f"{board} {tiles} {line}: taken up again as {written} it scores {whole}, not {score}")
    page.close()
    assert not wrong, "\n".join(wrong[:20])
    assert checked >= times(500, deep=10_000)
    assert laid > checked / 2, "most plays are legal ones"
