"""The rules of frames, for a library that does not keep them all: only heads are looked at."""

from typing import Final

from openfelt.server.feed.transport import PIECES_MAX, PROTOCOL_ERROR, TOO_BIG

_CONTINUATION: Final = 0x0
_TEXT: Final = 0x1
_CONTROLS: Final = (0x8, 0x9, 0xA)
_CONTROL_MAX: Final = 125
_KINDS: Final = (_CONTINUATION, _TEXT, 0x2, *_CONTROLS)


class FrameRules:
    """Follows what comes in; `broken_by` says which rule a client broke, and once is enough."""

    def __init__(self, frame_max: int) -> None:
        self._frame_max = frame_max
        self._head = bytearray()
        # What is left of the payload of the frame that is coming, and of its mask.
        self._left = 0
        # The message that is coming in pieces.
        self._pieces = 0
        self._bytes = 0

    def broken_by(self, data: bytes) -> int:
        """Return why the connection must end, 0 where it need not."""
        at = 0
        while at < len(data):
            if self._left:
                step = min(self._left, len(data) - at)
                self._left -= step
                at += step
                continue
            self._head.append(data[at])
            at += 1
            why = self._look()
            if why:
                return why
        return 0

    def _look(self) -> int:
        """Look at a head as soon as it is whole."""
        head = self._head
        if len(head) < 2:
            return 0
        short = head[1] & 0x7F
        size = {126: 2, 127: 8}.get(short, 0)
        if not head[1] & 0x80 or head[0] & 0x70 or head[0] & 0xF not in _KINDS:
            return PROTOCOL_ERROR
        if head[0] & 0xF in _CONTROLS and (not head[0] & 0x80 or short > _CONTROL_MAX):
            return PROTOCOL_ERROR
        if len(head) < 2 + size:
            return 0
        length = int.from_bytes(head[2:], "big") if size else short
        if (size == 2 and length < 126) or (size == 8 and not 0xFFFF < length < 1 << 63):
            return PROTOCOL_ERROR
        first = head[0]
        self._left = 4 + length
        self._head.clear()
        return 0 if first & 0xF in _CONTROLS else self._count(length, is_end=bool(first & 0x80))

    def _count(self, length: int, *, is_end: bool) -> int:
        """Count a piece, and the bytes of the message it is of."""
        self._pieces += 1
        self._bytes += length
        if self._bytes > self._frame_max or self._pieces > PIECES_MAX:
            return TOO_BIG
        if is_end:
            self._pieces = self._bytes = 0
        return 0
