"""Uploaded word lists as lines: text, gzip, xz or zip, in any encoding, within limits of size and memory."""

import codecs
import io
import lzma
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from core.errors import WordhallError

MAX_UPLOAD = 64 * 1024 * 1024
#: Three million words are 45 MB.
MAX_TEXT = 128 * 1024 * 1024
_CHUNK = 64 * 1024
_XZ_MEMORY = 160 * 1024 * 1024
_LONGEST_LINE = 1000
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
#: The encoding assumed for a list that is not Unicode, by language.
_LEGACY = {"pl": "cp1250", "cs": "cp1250", "hu": "cp1250", "el": "iso-8859-7", "ru": "cp1251", "tr": "cp1254"}
ENCODINGS = (
    "utf-8",
    "cp1252",
    "iso-8859-1",
    "iso-8859-15",
    "cp1250",
    "iso-8859-2",
    "iso-8859-7",
    "cp1251",
    "koi8-r",
    "utf-16",
)


class BadUploadError(WordhallError):
    """The file cannot be read as a word list. ``code``: damaged, too-large, zip-members or encoding."""

    def __init__(self, code: str, detail: str = "") -> None:
        self.detail = detail
        super().__init__(f"{code} {detail}".strip(), code=code)


def chunks_of(path: Path) -> Iterator[bytes]:
    """The text's bytes, unpacked piece by piece. Raises BadUploadError, also in the middle."""
    with path.open("rb") as file:
        head = file.read(6)
    try:
        yield from _bounded(_unpacked(path, head))
    except BadUploadError:
        raise
    except (
        OSError,
        EOFError,
        zlib.error,
        lzma.LZMAError,
        zipfile.BadZipFile,
        RuntimeError,
        NotImplementedError,
        ValueError,
    ) as error:
        raise BadUploadError("damaged", str(error)) from error


def _unpacked(path: Path, head: bytes) -> Iterator[bytes]:
    if head.startswith(b"\x1f\x8b"):
        return _decompressed(path, zlib.decompressobj(wbits=31))
    if head.startswith(b"\xfd7zXZ\x00"):
        return _decompressed(path, lzma.LZMADecompressor(memlimit=_XZ_MEMORY))
    if head.startswith(b"PK\x03\x04"):
        return _zipped(path)
    return _plain(path)


def _plain(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            yield chunk


def _decompressed(path: Path, packer: "zlib._Decompress | lzma.LZMADecompressor") -> Iterator[bytes]:
    """Unpack at most one chunk at a time, whatever the ratio."""
    for chunk in _plain(path):
        if packer.eof:
            break
        yield packer.decompress(chunk, _CHUNK)
        while not packer.eof:
            rest = packer.decompress(_left(packer), _CHUNK)
            if not rest:
                break
            yield rest
    if not packer.eof:
        raise EOFError("it ends too early")
    if packer.unused_data.strip(b"\0"):
        raise EOFError("something follows after its end")


def _left(packer: "zlib._Decompress | lzma.LZMADecompressor") -> bytes:
    return b"" if isinstance(packer, lzma.LZMADecompressor) else packer.unconsumed_tail


def _zipped(path: Path) -> Iterator[bytes]:
    with zipfile.ZipFile(path) as archive:
        members = [
            item
            for item in archive.infolist()
            # one without a name is no list; the library stumbles over it in ``is_dir`` and when it says that it is encrypted
            if item.filename and not item.filename.endswith("/") and not item.filename.startswith("__MACOSX/")
        ]
        if len(members) != 1:
            raise BadUploadError("zip-members", str(len(members)))
        with archive.open(members[0]) as file:
            while chunk := file.read(_CHUNK):
                yield chunk


def _bounded(chunks: Iterable[bytes]) -> Iterator[bytes]:
    total = 0
    for chunk in chunks:
        total += len(chunk)
        if total > MAX_TEXT:
            raise BadUploadError("too-large")
        yield chunk


def guess_encoding(path: Path, language: str) -> str:
    """The encoding by its mark, by being valid UTF-8, by the zeros of UTF-16, or else the language's usual one."""
    sample = next(chunks_of(path), b"")
    for mark, name in _BOMS:
        if sample.startswith(mark):
            return name
    if b"\0" in sample[:200]:
        return "utf-16-le" if sample[1:2] == b"\0" else "utf-16-be"
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for chunk in chunks_of(path):
            decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return _LEGACY.get(language, "cp1252")
    return "utf-8"


class _Stream(io.RawIOBase):
    """Chunks as a file."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._rest = b""

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]  # what BufferedReader passes
        """The next bytes; 0 at the end."""
        while not self._rest:
            self._rest = next(self._chunks, b"\0end")
            if self._rest == b"\0end":
                self._rest = b""
                return 0
        count = min(len(buffer), len(self._rest))
        buffer[:count], self._rest = self._rest[:count], self._rest[count:]
        return count


def lines_of(path: Path, encoding: str) -> Iterator[str]:
    """The lines of the list, each ended by any of LF, CR LF, CR; of a line only its first thousand characters.

    What is not text in the encoding becomes U+FFFD, which is in no alphabet, so that the line is refused by name.
    Raises BadUploadError.
    """
    stream = io.BufferedReader(_Stream(chunks_of(path)))
    with io.TextIOWrapper(stream, encoding=encoding, errors="replace") as text:
        while line := text.readline(_LONGEST_LINE):
            yield line
            while len(line) == _LONGEST_LINE and not line.endswith("\n"):  # the rest of a long line holds no word
                line = text.readline(_LONGEST_LINE)
