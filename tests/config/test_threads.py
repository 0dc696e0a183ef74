"""Linear algebra takes one thread in each process: more of them wait for each other, and change the last digits of ratings."""

import os
import subprocess
import sys

from core.packages import ROOT

#: The size at which OpenBLAS would share a product among threads.
WORK = """
import config
import os
import numpy as np
matrix = np.ones((600, 600), dtype=np.float32)
matrix @ matrix
print(len(os.listdir("/proc/self/task")))
"""


def threads(**variables: str) -> int:
    """How many threads a process of the site has after a product of large matrices."""
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    command = [sys.executable, "-c", WORK]
    done = subprocess.run(command, cwd=ROOT, env=environment | variables, capture_output=True, text=True, check=True)
    return int(done.stdout)


def test_one_thread_unless_the_operator_says_otherwise() -> None:
    assert threads() == 1
    assert threads(OPENBLAS_NUM_THREADS="2") == 2
