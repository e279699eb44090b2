"""The log: one JSON line an event, and no secret in it."""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any, Final

import structlog

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
    return value


def hide(_: Any, __: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Hide the secrets of a log line."""
    cleaned: dict[str, Any] = hidden(dict(line))
    return cleaned


def set_up(level: str) -> None:
    """Write to standard error from this level on; other libraries' warnings come along."""
    lowest = getattr(logging, level.upper())
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.dict_tracebacks,
            hide,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(lowest),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(level=max(lowest, logging.WARNING), stream=sys.stderr, force=True)
