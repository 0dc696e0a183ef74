"""A site on a local machine: its data folder and its secret key, created on first use."""

import contextlib
import os
import secrets
import stat
from pathlib import Path


def make_folders(data: Path) -> None:
    """Create the folders of the site below ``data``, which only its owner may read: it holds password hashes."""
    ours = not data.exists() or any((data / name).exists() for name in ("secret_key", "wordhall.sqlite3"))
    data.mkdir(parents=True, exist_ok=True)
    if ours and not data.stat().st_mode & stat.S_ISVTX:  # never a folder for everybody, such as /tmp
        with contextlib.suppress(PermissionError):  # not our folder: its owner sets the rights
            data.chmod(0o700)
    for name in ("static", "media", "broker/queue", "broker/processed", "broker/control"):
        (data / name).mkdir(parents=True, exist_ok=True)


def secret(folder: Path, name: str, *, length: int = 48) -> str:
    """The secret of this name stored in ``folder``, readable by the owner only; created on first use.

    Safe when several processes start at once.
    """
    target = folder / name
    if not target.exists():
        temporary = folder / f"{name}.{os.getpid()}"
        temporary.touch(mode=0o600)
        temporary.write_text(secrets.token_urlsafe(length))
        try:
            os.link(temporary, target)  # fails when another process was first: its key counts
        except FileExistsError:
            pass
        finally:
            temporary.unlink()
    return target.read_text()
