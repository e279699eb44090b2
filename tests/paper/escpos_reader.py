"""A printer of 80 mm that keeps what it would print: written from the commands' own description.

It knows the commands that our paper uses, and stops at any other.
"""

from dataclasses import dataclass, field

from PIL import Image

COLUMNS, DOTS = 48, 576


@dataclass
class Printed:
    """What came out: words with how large and where, dots, the numbers of barcodes, and cuts."""

    words: list[tuple[str, int, str]] = field(default_factory=list)
    dots: list[Image.Image] = field(default_factory=list)
    barcodes: list[str] = field(default_factory=list)
    cuts: int = 0
    # How often it was asked for paper.
    asked: int = 0

    @property
    def text(self) -> str:
        return "\n".join(words for words, _, _ in self.words)


class Reader:
    """Reads bytes one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0
        self._line = ""
        self._size, self._align = 1, "left"
        self.printed = Printed()

    def _take(self, count: int = 1) -> bytes:
        self._at += count
        assert self._at <= len(self._data), "a command is cut short"
        return self._data[self._at - count : self._at]

    def read(self) -> Printed:
        while self._at < len(self._data):
            (byte,) = self._take()
            if byte == 0x1B:
                self._escape(self._take())
            elif byte == 0x1D:
                self._group(self._take())
            elif byte == 0x0A:
                self._feed()
            else:
                assert 0x20 <= byte < 0x7F, f"no letter: {byte:#x}"
                self._line += chr(byte)
        assert not self._line, "a line that is never fed"
        return self.printed

    def _feed(self) -> None:
        assert len(self._line) * self._size <= COLUMNS, f"runs over: {self._line!r}"
        if self._line:
            self.printed.words.append((self._line, self._size, self._align))
        self._line = ""

    def _escape(self, command: bytes) -> None:
        match command:
            case b"@":
                self._size, self._align = 1, "left"
            case b"!":
                (mode,) = self._take()
                assert mode in (0, 0x08), "large letters come by GS !"
                self._size = 1
            case b"a":
                self._align = ("left", "center", "right")[self._take()[0]]
            case b"E" | b"t" | b"d":
                self._take()
            case _:
                raise AssertionError(f"ESC {command!r}")

    def _group(self, command: bytes) -> None:
        match command:
            case b"!":
                (size,) = self._take()
                assert size >> 4 == size & 0x0F
                self._size = (size & 0x0F) + 1
            case b"h" | b"w" | b"f" | b"H":
                self._take()
            case b"k":
                self._barcode()
            case b"r":
                assert self._take() == b"\x01"
                self.printed.asked += 1
            case b"v":
                self._raster()
            case b"V":
                if self._take()[0] >= 65:
                    self._take()
                self.printed.cuts += 1
            case _:
                raise AssertionError(f"GS {command!r}")

    def _barcode(self) -> None:
        """Function A: a system, then characters up to a zero."""
        assert self._take() == b"\x05", "not Interleaved 2 of 5"
        number = ""
        while (one := self._take()) != b"\x00":
            number += one.decode("ascii")
        assert number.isdecimal()
        assert len(number) % 2 == 0
        self.printed.barcodes.append(number)

    def _raster(self) -> None:
        assert self._take(2) == b"0\x00"
        across, down = (int.from_bytes(self._take(2), "little") for _ in range(2))
        assert across * 8 <= DOTS, "wider than the paper"
        data = bytes(255 - byte for byte in self._take(across * down))
        self.printed.dots.append(Image.frombytes("1", (across * 8, down), data))


def read(data: bytes) -> Printed:
    return Reader(data).read()
