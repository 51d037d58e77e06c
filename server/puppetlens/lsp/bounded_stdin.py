"""The client's messages, none larger than memory allows: pygls reads as many bytes as a header promises."""

from __future__ import annotations

import logging
import re
from typing import BinaryIO

log = logging.getLogger(__name__)

#: Bytes of a message: twice the largest file that is read.
_LARGEST = 128 * 1024 * 1024
#: Bytes of a header's line.
_LONGEST = 8192
_LENGTH = re.compile(rb"Content-Length: *(\d+)\s*", re.IGNORECASE)


class BoundedStdin:
    """What pygls asks of a stream. After a header that nobody can believe it is at its end: what would follow cannot be
    told from the message."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readline(self) -> bytes:
        line = self._stream.readline(_LONGEST)
        length = _LENGTH.fullmatch(line)
        digits = length[1].lstrip(b"0") if length is not None else b""
        if len(line) == _LONGEST or len(digits) > 18 or int(digits or b"0") > _LARGEST:
            log.error("the client sends a message of more than %d bytes: the connection ends", _LARGEST)
            return b""
        return line

    def read(self, size: int) -> bytes:
        return self._stream.read(size)

    def close(self) -> None:
        self._stream.close()
