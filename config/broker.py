"""The broker without a server: messages are files in the data folder.

A full disk or a power cut leaves files that are empty or cut off. Messages are hints only, the rows of ``jobs.Job`` are what must be
done: unreadable messages are deleted, and the sweep sends the hint again.
"""

import contextlib
import json
import logging
import uuid
from pathlib import Path
from queue import Empty
from time import monotonic_ns
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import filesystem

logger = logging.getLogger(__name__)


class Channel(filesystem.Channel):
    """Kombu's file transport, with messages that are whole or not there."""

    def _put(self, queue: str, payload: Any, **_kwargs: Any) -> None:  # type: ignore[override]  # kombu disagrees with itself
        """Write the message beside the queue, then move it in: a reader never sees half of one."""
        folder = Path(self.data_folder_out)
        name = f"{monotonic_ns() // 10**6}_{uuid.uuid4()}.{queue}"
        unfinished = folder / f"{name}.part"
        try:
            unfinished.write_text(json.dumps(payload))
            unfinished.rename(folder / f"{name}.msg")
        except OSError as error:
            with contextlib.suppress(OSError):
                unfinished.unlink()
            raise ChannelError(f"The message cannot be written into {folder}: {error}") from error

    def _get(self, queue: str, timeout: float | None = None) -> Any:  # noqa: ARG002 - kombu's signature
        """The next readable message; the process that removes its file has it. Nothing is written, so a full disk does not matter."""
        for path in sorted(Path(self.data_folder_in).glob(f"*.{queue}.msg")):
            try:
                data = path.read_bytes()
                path.unlink()
            except OSError:
                continue  # another worker took it
            payload = _read(data)
            if isinstance(payload, dict) and {"body", "headers", "properties"} <= payload.keys():
                return payload
            logger.warning("A message in %s cannot be read and is discarded; its job is sent again.", path.parent)
        raise Empty

    def get_table(self, exchange: str) -> Any:
        """The queues of the exchange; none if its file is broken."""
        self._drop_broken(exchange)
        return super().get_table(exchange)

    def _queue_bind(self, exchange: str, *rest: Any) -> None:
        self._drop_broken(exchange)
        super()._queue_bind(exchange, *rest)

    def _drop_broken(self, exchange: str) -> None:
        path = Path(self.control_folder) / f"{exchange}.exchange"
        with contextlib.suppress(FileNotFoundError):
            if not isinstance(_read(path.read_bytes()), list):
                path.unlink()


class Transport(filesystem.Transport):
    """What ``files://`` in ``CELERY_BROKER_URL`` means."""

    Channel = Channel


def _read(data: bytes) -> Any:
    """The JSON of a file; None if it is not JSON."""
    try:
        return json.loads(data)
    except ValueError:
        return None
