"""The bytes that a client sends, put right where their lengths are wrong, so that the next message is understood."""

from __future__ import annotations

import json
import logging
from typing import BinaryIO, cast

log = logging.getLogger(__name__)

_HEADER = b"Content-Length: "
_LONGEST = 2**28
"""The bytes of a message above which its length is taken for a mistake: no memory is had for them."""
_DIGITS = len(str(_LONGEST))


class Resynchronised:
    """A stream of messages with headers, as pygls reads it: by lines and by lengths.

    When a body is longer than its header says, its rest stands before the next header, on the same line; when it is
    shorter, the header's length takes the beginning of the next message in.
    """

    def __init__(self, stream: BinaryIO) -> None:
        """Read from a stream of bytes."""
        self._stream = stream
        self._waiting = b""

    def readline(self) -> bytes:
        """Give the next line, without what is left of a message before a header."""
        line, end, self._waiting = self._waiting.partition(b"\n")
        line += end or self._stream.readline()
        start = line.rfind(_HEADER)
        if start > 0:
            log.warning("a message was longer than its header says")
            line = line[start:]
        length = line.removeprefix(_HEADER).strip()
        if start >= 0 and length.isdigit() and (len(length) > _DIGITS or int(length) > _LONGEST):
            log.warning("a header says that its message has more than %d bytes", _LONGEST)
            return b"\r\n"
        return line

    def read(self, length: int) -> bytes:
        """Give the next bytes; what follows a whole message among them is read again."""
        data, self._waiting = self._waiting[:length], self._waiting[length:]
        if len(data) < length:
            data += self._stream.read(length - len(data))
        end = _end_of_message(data)
        if end < len(data):
            log.warning("a message was shorter than its header says")
            data, self._waiting = data[:end], data[end:] + self._waiting
        return data


def resynchronised(stream: BinaryIO) -> BinaryIO:
    """Give a stream with the two ways to read that pygls uses."""
    return cast("BinaryIO", Resynchronised(stream))


def _end_of_message(data: bytes) -> int:
    """Give where a message in JSON ends; all of the data when it is none, or when nothing but blanks follows it."""
    if data.rstrip().endswith(b"}"):
        return len(data)
    try:
        text = data.decode("utf-8", "surrogateescape")
        _, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return len(data)
    return len(text[:end].encode("utf-8", "surrogateescape"))
