"""A site run on one's own machine: its data folder and its secret key, made at first use."""

import os
import secrets
from pathlib import Path


def make_folders(data: Path) -> None:
    """The folders that the parts of the site expect below ``data``."""
    for name in ("static", "media", "broker/queue", "broker/processed", "broker/control"):
        (data / name).mkdir(parents=True, exist_ok=True)


def secret_key(folder: Path) -> str:
    """The key stored in ``folder``, readable by the owner only; made on first use. Safe when several processes start at once."""
    target = folder / "secret_key"
    if not target.exists():
        temporary = folder / f"secret_key.{os.getpid()}"
        temporary.touch(mode=0o600)
        temporary.write_text(secrets.token_urlsafe(48))
        try:
            os.link(temporary, target)  # fails when another process was first: its key counts
        except FileExistsError:
            pass
        finally:
            temporary.unlink()
    return target.read_text()
