"""Finding, or fetching, a Chromium for the browser tests."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

#: Headless flags that were tried: no sandbox for root, and no background traffic on closed networks.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

#: The headless shell is the same engine without the windows around it, for half the work; it shows no notifications.
SHELL = "chromium-headless-shell"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
#: Both, and the libraries and fonts that the pages need: Latin, Japanese and Chinese, Gujarati.
DEBIAN = [SHELL, "chromium", "fonts-dejavu-core", "libatomic1", "fonts-noto-cjk", "fonts-noto-core"]


class NoBrowser(RuntimeError):
    """No Chromium could be found or installed; the message says what was tried and what to do."""


def installed(*, whole: bool = False) -> str | None:
    """The path of a Chromium that is there: ``CHROMIUM``, then the usual names, then Playwright's own.

    ``whole``: one that is more than a headless shell.
    """
    named = os.environ.get("CHROMIUM", "")
    if named and not Path(named).exists():
        raise NoBrowser(f"CHROMIUM names {named}, which does not exist")
    if named and not (whole and "headless" in Path(named).name):
        return named
    for name in NAMES if whole else (SHELL, *NAMES):
        path_to_browser = shutil.which(name)
        if path_to_browser:
            return path_to_browser
    downloads = Path.home() / ".cache" / "ms-playwright"
    shells = [] if whole else ["chromium_headless_shell-*/*/*headless_shell"]
    for pattern in (*shells, "chromium-*/chrome-linux*/chrome"):
        if named_by_version := sorted(downloads.glob(pattern)):
            return str(named_by_version[-1])
    return None


def ensure(*, whole: bool = False) -> str:
    """The path of a Chromium, installed first if need be. ``whole`` as for ``installed``. Raises NoBrowser."""
    path_to_browser = installed(whole=whole)
    if path_to_browser:
        return path_to_browser
    commands = []
    if shutil.which("apt-get") and os.geteuid() == 0:
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (
            ["apt-get", "update", "-qq"],
            ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *DEBIAN],
        ):
            commands.append(" ".join(command))
            subprocess.run(command, check=False, env=environment, stdout=subprocess.DEVNULL)
        path_to_browser = installed(whole=whole)
    if not path_to_browser:
        command = [sys.executable, "-m", "playwright", "install", "chromium"]
        commands.append(" ".join(command))
        subprocess.run(command, check=False)
        path_to_browser = installed(whole=whole)
    if not path_to_browser:
        raise NoBrowser(
            f"no Chromium found; tried: {'; '.join(commands)}. Install one, or name it: CHROMIUM=/path/to/chrome"
        )
    return path_to_browser
