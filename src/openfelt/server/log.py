"""The log: one JSON line an event, other libraries' included, and no secret in it."""

import logging
import sys
from collections.abc import MutableMapping
from time import monotonic
from typing import Any, Final

import structlog
from structlog.tracebacks import ExceptionDictTransformer

from openfelt.journal.address import masked

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger("openfelt")

# What must never be read in a log, wherever it turns up.
SECRETS: Final = ("password", "pin", "token", "key", "code", "cookie", "authorization", "secret")
_HIDDEN: Final = "[hidden]"
# A validation number is money: its last four digits are enough to find it.
_NUMBER_DIGITS: Final = 18


def hidden(value: Any) -> Any:
    """Return a value without its secrets."""
    if isinstance(value, dict):
        return {
            name: _HIDDEN if str(name).lower() in SECRETS else hidden(one)
            for name, one in value.items()
        }
    if isinstance(value, list | tuple):
        return [hidden(one) for one in value]
    if isinstance(value, str) and len(value) == _NUMBER_DIGITS and value.isdecimal():
        return f"…{value[-4:]}"
    return masked(value) if isinstance(value, str) else value


def hide(_: Any, __: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Hide the secrets of a log line."""
    cleaned: dict[str, Any] = hidden(dict(line))
    return cleaned


_EVERY_LINE: Final = (
    structlog.contextvars.merge_contextvars,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    # Without local variables: those of a sign-in are a name and a password.
    structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
    hide,
)


class Sparing(logging.Filter):
    """Keeps other libraries from filling the disk because somebody outside wants them to.

    A frame that is none is its sender's fault, and his connection ends.  Whatever else is said
    again and again, as by an accept that finds no descriptor, is said once a second.
    """

    _OF_STRANGERS: Final = ("WS parser error", "on_ws_frame raised WSProtocolError")
    _SECOND: Final = 1.0
    _DIFFERENT_MOST: Final = 100

    def __init__(self) -> None:
        super().__init__()
        self._since = 0.0
        self._said: set[str] = set()

    def filter(self, record: logging.LogRecord) -> bool:
        """Say whether a record is written."""
        said = record.getMessage()
        if record.name.startswith("picows") and (
            record.levelno < logging.ERROR or said.startswith(self._OF_STRANGERS)
        ):
            return False
        now = monotonic()
        if now - self._since >= self._SECOND:
            self._since, self._said = now, set()
        # The lines after the first name a socket or a task, another one each time.
        first = said.partition("\n")[0]
        if first in self._said or len(self._said) >= self._DIFFERENT_MOST:
            return False
        self._said.add(first)
        return True


def set_up(level: str) -> None:
    """Write to standard error from this level on; other libraries' warnings come along."""
    lowest = getattr(logging, level.upper())
    structlog.configure(
        processors=[*_EVERY_LINE, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(lowest),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    others = logging.StreamHandler(sys.stderr)
    others.addFilter(Sparing())
    others.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *_EVERY_LINE],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    logging.basicConfig(level=max(lowest, logging.WARNING), handlers=[others], force=True)
