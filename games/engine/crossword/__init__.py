r"""The crossword game: rule sets, positions, records and what is wrong with them. Plain typed Python, no I/O.

Where to look: :mod:`rules` (the rule sets), :mod:`position` (play a game), :mod:`check` (judge a record),
:mod:`gcg` and :mod:`movelist` (read one), :mod:`movegen` and :mod:`selfplay` (make one), :mod:`catalogue` (all findings).

>>> from games.engine.crossword.check import check_record
>>> from games.engine.crossword.rules import RULE_SETS
>>> sheet = b"Anna - Ben\n1. 8D TRAIN 12 12\n2. 7E HOB 25 25\n3. 8D .....S 7 19\n"
>>> check = check_record(sheet, rules=RULE_SETS["tournament"])
>>> for found in check.findings:
...     print(f"line {found.line}: {found.message}")
line 4: The play scores 6; the record says 7.
line 4: The record stops before the end of the game.
>>> check.final_scores, check.stated_scores, check.turns[-1].words
((18, 25), (19, 25), ('TRAINS',))
>>> print(*(row[:10].replace(".", "-") for row in check.turns[-1].board[6:8]), sep="\n")
----HOB---
---TRAINS-
"""
