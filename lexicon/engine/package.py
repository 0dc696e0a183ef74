"""Reading files out of the packages that word lists come in: Debian packages (.deb) and Python wheels (.whl)."""

import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator

#: The largest list, Polish, has 42 MB.
MAX_MEMBER = 256 * 1024 * 1024
_AR_MAGIC = b"!<arch>\n"
_AR_HEADER = 60


class BadPackageError(ValueError):
    """The bytes are not such a package, or a file is missing from it; the message says which."""


def read_members(package: bytes, paths: Iterable[str]) -> dict[str, bytes]:
    """The files of these paths (without a leading slash). Raises BadPackageError when one is not there or damaged."""
    names = set(paths)
    try:
        reader = _from_deb if package.startswith(_AR_MAGIC) else _from_zip
        members = dict(reader(package, names))
    except (lzma.LZMAError, tarfile.TarError, zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise BadPackageError(f"the package is damaged ({error})") from error
    if missing := names - members.keys():
        raise BadPackageError(f"the package does not contain {', '.join(sorted(missing))}")
    return members


def _from_zip(package: bytes, names: set[str]) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        for item in archive.infolist():
            if item.filename in names:
                _check_size(item.filename, item.file_size)
                yield item.filename, archive.read(item)


def _from_deb(package: bytes, names: set[str]) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=io.BytesIO(_data_archive(package))) as archive:
        for item in archive:
            name = item.name.removeprefix("./")
            if name in names and item.isfile():
                _check_size(name, item.size)
                content = archive.extractfile(item)
                assert content is not None  # it is a regular file
                yield name, content.read()


def _data_archive(package: bytes) -> bytes:
    """A .deb is an ar archive of three members; the last, data.tar.*, holds what would be installed."""
    at = len(_AR_MAGIC)
    while at + _AR_HEADER <= len(package):
        header = package[at : at + _AR_HEADER]
        name, size = header[:16].decode("ascii", "replace").strip().rstrip("/"), header[48:58].strip()
        if not size.isdigit():
            break
        start = at + _AR_HEADER
        if name.startswith("data.tar"):
            if name.endswith(".zst"):
                raise BadPackageError("the package is packed with zstd, which cannot be read here; take it from Debian")
            if start + int(size) > len(package):
                raise BadPackageError("the package is damaged (it is cut off)")
            return package[start : start + int(size)]
        at = start + int(size) + int(size) % 2
    raise BadPackageError("this is not a Debian package")


def _check_size(name: str, size: int) -> None:
    if size > MAX_MEMBER:
        raise BadPackageError(f"{name} is larger than any word list")


def gunzip(data: bytes) -> bytes:
    """Unpacked gzip data, bounded. Raises BadPackageError."""
    packer = zlib.decompressobj(wbits=31)
    try:
        text = packer.decompress(data, MAX_MEMBER)
    except zlib.error as error:
        raise BadPackageError(f"the list is damaged ({error})") from error
    if not packer.eof:
        raise BadPackageError("the list is cut off, or larger than any word list")
    return text
