"""Messages on a byte stream, as the base protocol of LSP (3.17, "Base Protocol") frames them. No lsprotocol here."""

from __future__ import annotations

import os
import threading
from typing import NamedTuple

# A message with a file of the largest size that is read (16 MB), each character escaped.
MOST_BODY_BYTES = 128_000_000
MOST_HEADER_BYTES = 8_192

_CHARSETS = ("utf-8", "utf8")


class FramingProblem(Exception):  # noqa: N818 - the client's mistake: where the next message starts cannot be known
    """A header that cannot be understood. Its text is the message for the log."""


class Frame(NamedTuple):
    """A message's body. `charset` is what its header says, lower-case."""

    body: bytes
    charset: str = "utf-8"

    @property
    def readable(self) -> bool:
        """Whether the charset is one that LSP allows."""
        return self.charset in _CHARSETS


class FrameParser:
    """Cuts bytes, in whatever pieces they come, into messages."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._header: _Header | None = None

    @property
    def idle(self) -> bool:
        """Whether no part of a message has come yet."""
        return self._header is None and not self._buffer

    def feed(self, data: bytes) -> list[Frame]:
        """The messages that are complete now. Raises `FramingProblem`; nothing can be read after that."""
        self._buffer += data
        frames: list[Frame] = []
        while True:
            if self._header is None:
                self._header = self._take_header()
                if self._header is None:
                    return frames
            length = self._header.length
            if len(self._buffer) < length:
                return frames
            frames.append(Frame(bytes(self._buffer[:length]), self._header.charset))
            del self._buffer[:length]
            self._header = None

    def _take_header(self) -> _Header | None:
        """The header in front, taken out of the buffer; None while it is not complete."""
        buffer = self._buffer
        while buffer.startswith((b"\r", b"\n")):
            del buffer[:1]
        ends = [(at, len(end)) for end in (b"\r\n\r\n", b"\n\n") if (at := buffer.find(end)) >= 0]
        if not ends:
            if len(buffer) > MOST_HEADER_BYTES:
                raise FramingProblem(f"no message header in {MOST_HEADER_BYTES} bytes: {_shown(bytes(buffer))}")
            return None
        at, size = min(ends)
        raw = bytes(buffer[:at])
        del buffer[: at + size]
        return _read_header(raw)


class _Header(NamedTuple):
    length: int
    charset: str


def _read_header(raw: bytes) -> _Header:
    """Field names are case-insensitive; fields of other names and lines that are none are passed over."""
    length: int | None = None
    charset = "utf-8"
    for line in raw.split(b"\n"):
        name, colon, value = line.partition(b":")
        field = name.strip().lower()
        if field == b"content-length" and colon:
            found = _read_length(value.strip(), raw)
            if length not in (None, found):
                raise FramingProblem(f"two lengths in a message header: {_shown(raw)}")
            length = found
        elif field == b"content-type":
            charset = _read_charset(value.decode("latin-1"))
    if length is None:
        raise FramingProblem(f"a message header without Content-Length: {_shown(raw)}")
    return _Header(length, charset)


def _read_length(value: bytes, raw: bytes) -> int:
    if not value.isdigit() or len(value) > 20:
        raise FramingProblem(f"a Content-Length that is no number: {_shown(raw)}")
    length = int(value)
    if length > MOST_BODY_BYTES:
        raise FramingProblem(f"a message of {length} bytes, at most {MOST_BODY_BYTES} are read")
    return length


def _read_charset(content_type: str) -> str:
    for parameter in content_type.split(";")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return value.strip().strip("\"'").lower()
    return "utf-8"


def _shown(raw: bytes) -> str:
    return repr(raw[:200])


class Writer:
    """Writes whole messages to a file descriptor, one at a time, from any thread."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lock = threading.Lock()

    def write(self, body: bytes) -> None:
        """Frame and write a message. Raises `OSError` when nobody reads any more."""
        data = memoryview(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        with self._lock:
            while data:
                data = data[os.write(self._descriptor, data) :]
