"""Word Basket, the second game of the house: cards, positions, records and what is wrong with them. No I/O.

Where to look: :mod:`rules` (parameters), :mod:`position` (play a game), :mod:`check` (judge a record), :mod:`notation`
and :mod:`jsonform` (read and write one), :mod:`selfplay` (make one), :mod:`catalogue` (all findings).

>>> from games.engine.wordbasket.check import check_record
>>> sheet = "#player A Aiko\\n#player B Ben\\nstart a\\nA ashika ka\\nB kame me\\nA mekkimo mo\\n"
>>> for found in check_record(sheet.encode()).findings:
...     print(f"line {found.line}: {found.message}")
line 5: かめ has 2 letters; it needs at least 3.
line 5: Nobody pointed out Ben's illegal play before the next card, so it stands.
line 6: The record stops before the end of the game.
"""
