"""Coverage-guided fuzzing of everything that reads text or files from outside.

Atheris is no dependency of the project: install it somewhere of its own, with what the site needs, and run it from the top folder::

    python3 -m venv /tmp/fuzz && /tmp/fuzz/bin/pip install -r requirements.txt && /tmp/fuzz/bin/pip install atheris
    mkdir -p /tmp/corpus/rosters
    nice /tmp/fuzz/bin/python -m tests.fuzz rosters /tmp/corpus/rosters -max_total_time=300 -timeout=5

The first word names one of ``tests.fuzz.targets``. New inputs go into the first folder, others are only read: ``tests/data/gcg`` for
``records``, ``tests/data/fuzz/NAME`` for the others. A crash or an answer slower than ``-timeout`` stops the run and leaves the input as
``crash-…`` or ``timeout-…``; put it into that folder, and ``tests/fuzz/test_targets.py`` tries it from then on.
"""

import os
import sys

import atheris
import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
with atheris.instrument_imports(
    include=[
        *("games.engine", "lexicon.engine", "lexicon.wordlists", "ratings.engine", "clubhouse.engine"),
        *("tournaments.engine", "tournaments.services.archive", "core.env", "core.pictures", "zipfile", "PIL"),
    ]
):
    django.setup()
    from tests.fuzz.targets import TARGETS

name, *arguments = sys.argv[1:] or [""]
if name not in TARGETS:
    sys.exit(f"Name one of: {', '.join(TARGETS)}")
atheris.Setup([sys.argv[0], *arguments], TARGETS[name])
atheris.Fuzz()
