"""Run the fuzzer: see :mod:`tests.fuzz.records`."""

import sys

import atheris

with atheris.instrument_imports(include=["games"]):
    from tests.fuzz.records import check_input

atheris.Setup(sys.argv, check_input)
atheris.Fuzz()
