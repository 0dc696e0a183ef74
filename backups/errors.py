"""Why a backup was not written, cannot be used, or is not restored here."""

from core.errors import WordhallError


class BackupFailed(WordhallError):
    """No backup was written; the message says why. What was there before is as it was."""


class BackupRunning(BackupFailed):
    """Another process is writing one into the same folder."""


class BadBackup(WordhallError):
    """The file cannot be restored: damaged, cut off, not ours, or from a newer version. The message says what is wrong and where."""


class CannotRestore(WordhallError):
    """The backup is not restored on this site; the message says why. The site is as it was."""
