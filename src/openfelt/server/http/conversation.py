"""One HTTP connection: whole requests in, whole answers out, and not for ever.

Only what our stations need: HTTP/1.1, bodies with a length, one request after the other.  Every
step has its time, and what is no request is answered once and ends the connection.
"""

import asyncio
from typing import Any, Final

from openfelt.server.door.forwarded import client_of
from openfelt.server.door.head import HEAD_MAX, BadHead, Head, head_end, read_head
from openfelt.server.door.seats import Seat, Seats
from openfelt.server.http.message import Answer, Reception, Request, written

BODY_MAX: Final = 8_192
HEAD_S: Final = 10.0
BODY_S: Final = 10.0
IDLE_S: Final = 30.0
# What an answer may take, made and read.
ANSWER_S: Final = 60.0
# Whoever was refused may finish his sentence, else he might not hear why.
_LINGER_S: Final = 1.0
# Requests of one connection in one turn of the loop: stations have theirs in between.
_AT_A_TIME: Final = 4
_READ_AHEAD_MAX: Final = HEAD_MAX + BODY_MAX


class Conversation(asyncio.Protocol):
    """See the module."""

    def __init__(
        self, reception: Reception, seats: Seats, seat: Seat, all_of: "set[Conversation]"
    ) -> None:
        self._reception = reception
        self._seats = seats
        self._seat = seat
        self._all = all_of
        self._transport: Any = None
        self._received = bytearray()
        # The head whose body has not come yet.
        self._head: Head | None = None
        self._answering: asyncio.Task[None] | None = None
        self._is_unread = self._is_over = self._is_paused = False

    # The transport calls

    def connection_made(self, transport: Any) -> None:
        """Begin: a head must come now."""
        self._transport = transport
        self._seat.cut = transport.abort
        self._seat.wait(HEAD_S)
        self._all.add(self)

    def connection_lost(self, error: Exception | None) -> None:  # noqa: ARG002
        """End."""
        self._all.discard(self)
        self._seat.leave()
        # What is being answered is done to its end: nothing may be left half done.
        self._is_over = True
        self._received.clear()

    def data_received(self, data: bytes) -> None:
        """Take what came; who is being answered or was refused is not read further."""
        if self._is_over:
            return
        if not self._received and self._head is None and not self._is_busy:
            self._seat.wait(HEAD_S)
        self._received += data
        self._go_on()

    def eof_received(self) -> bool:
        """Answer whoever asked before he closed his side."""
        if not self._is_busy or self._transport.get_extra_info("sslcontext") is not None:
            return False
        self._is_over = True
        return True

    def pause_writing(self) -> None:
        """Wait for somebody who does not read."""
        self._is_unread = True
        self._seat.work(ANSWER_S)

    def resume_writing(self) -> None:
        """Go on: he has read."""
        self._is_unread = False
        if self._is_over:  # He closed his side, and has his answer now.
            asyncio.get_running_loop().call_soon(self._transport.close)
        self._seat.wait(HEAD_S if self._received else IDLE_S)
        self._go_on()

    # One request after the other

    @property
    def _is_busy(self) -> bool:
        return self._answering is not None or self._is_unread

    def _go_on(self) -> None:
        """Answer what is here, a few at a time; read no more while too much of it waits."""
        try:
            for _ in range(_AT_A_TIME):
                request = None if self._is_busy or self._is_over else self._next()
                if request is None:
                    break
                self._answer(request)
            else:
                asyncio.get_running_loop().call_soon(self._go_on)
        except BadHead as bad:
            self._refuse(bad.status)
        self._read_on()

    def _read_on(self) -> None:
        too_much = len(self._received) > _READ_AHEAD_MAX
        if too_much != self._is_paused and not self._transport.is_closing():
            self._is_paused = too_much
            (self._transport.pause_reading if too_much else self._transport.resume_reading)()

    def _next(self) -> Request | None:
        """Return the next whole request, None while it is not."""
        received = self._received
        if self._head is None:
            end = head_end(received) if received else -1
            if end < 0:
                return None
            self._head = read_head(bytes(received[:end]))
            del received[: end + 4]
            if self._head.length > BODY_MAX:
                raise BadHead(413)
            if len(received) < self._head.length:
                self._seat.wait(BODY_S)
        head = self._head
        if len(received) < head.length:
            return None
        body = bytes(received[: head.length])
        del received[: head.length]
        self._head = None
        forwarded = head.field(b"x-forwarded-for")
        address = client_of(self._seat.address, forwarded, self._seats.is_proxy)
        return Request(head, body, address)

    def _answer(self, request: Request) -> None:
        self._seat.work(ANSWER_S)
        answer = self._reception(request)
        if isinstance(answer, Answer):
            self._send(answer, request.head)
        else:
            loop = asyncio.get_running_loop()
            self._answering = loop.create_task(self._answer_later(answer, request.head))

    async def _answer_later(self, answering: Any, head: Head) -> None:
        answer = await answering
        self._answering = None
        self._send(answer, head)
        self._go_on()

    def _send(self, answer: Answer, head: Head) -> None:
        if self._transport.is_closing():
            return
        is_last = head.is_last or self._is_over
        with_body = head.method != b"HEAD"
        self._transport.write(written(answer, is_last=is_last, with_body=with_body))
        if is_last:
            self._is_over = True
            self._transport.close()
        # The next may be here already.
        if not self._is_unread:
            self._seat.wait(HEAD_S if self._received else IDLE_S)

    def _refuse(self, status: int) -> None:
        """Say what is wrong, hear no more of it, and close."""
        self._is_over = True
        self._received.clear()
        answer = self._reception.refused(status)
        self._transport.write(written(answer, is_last=True, with_body=True))
        self._seat.wait(_LINGER_S)
        if self._transport.can_write_eof():
            self._transport.write_eof()
        else:
            self._transport.close()

    def hang_up(self) -> None:
        """Close now, or when the answer that is being made is sent."""
        if self._answering is None:
            self._transport.close()
        self._is_over = True

    def cut(self) -> None:
        """Close at once."""
        self._transport.abort()
