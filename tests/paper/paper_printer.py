"""A receipt printer at an address: it prints what it is sent, and says whether it has paper."""

from __future__ import annotations

import socket
import threading
from types import TracebackType

from escpos_reader import Printed, read

ASK = b"\x1dr\x01"
HAS, HAS_NONE = b"\x00", b"\x0c"


class PaperPrinter:
    """Prints in a thread of its own until it is left.

    `paper`: whether it has any; `mute`: it takes everything and answers nothing; `tears`: its
    paper ends while it prints a ticket.
    """

    def __init__(self) -> None:
        self.paper, self.mute, self.tears = True, False, False
        self.jobs: list[bytes] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self._open = True
        self._thread = threading.Thread(target=self._serve)

    @property
    def where(self) -> str:
        return f"127.0.0.1:{self._door.getsockname()[1]}"

    @property
    def printed(self) -> list[Printed]:
        """What came out of it: an inquiry is no paper."""
        return [one for one in map(read, self.jobs) if one.words or one.dots]

    def __enter__(self) -> PaperPrinter:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open = False
        socket.create_connection(self._door.getsockname()).close()
        self._thread.join()
        self._door.close()

    def _serve(self) -> None:
        while self._open:
            line, _ = self._door.accept()
            with line:
                self._take(line)

    def _take(self, line: socket.socket) -> None:
        data = b""
        while more := line.recv(65_536):
            data += more
            # Dots may look like a question: what is read whole is one.
            if data.endswith(ASK) and not self.mute:
                has_printed = bool(read(data).words)
                line.sendall(HAS if self.paper and not (self.tears and has_printed) else HAS_NONE)
        self.jobs.append(data)
