"""The secret key of a site run on one's own machine: made once, kept in the data folder, readable by the owner only."""

import os
import secrets
from pathlib import Path


def local_secret_key(folder: Path) -> str:
    """The key stored in ``folder``; made on first use. Safe when several processes start at once."""
    folder.mkdir(parents=True, exist_ok=True)
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
