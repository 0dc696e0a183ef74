"""The table of findings in ``docs/wordbasket.md``.

Print it anew with ``python -m games.engine.wordbasket.documentation``; a test compares the two.
"""

import sys

from games.engine.findings import markdown_table
from games.engine.wordbasket.catalogue import CATALOGUE

if __name__ == "__main__":
    sys.stdout.write(markdown_table(CATALOGUE) + "\n")
