"""What devices report in vain: told in the log, and to staff where no honest device says it."""

from collections import Counter
from typing import Any, Final

from openfelt.floor.base import Refused
from openfelt.server.access.access import Entry
from openfelt.server.log import log
from openfelt.server.warnings import Warnings

# A late or crossed answer, one that was skipped or told otherwise, or something forged.  Others
# are everyday: a note that is not taken, a table that stands still.
STRANGE: Final = frozenset(
    (
        "card_missed",
        "not_after_close",
        "not_ordered",
        "not_this_device",
        "not_tumbling",
        "read_otherwise",
    )
)
STANDS_S: Final = 600.0
# Every one up to here, then every time there are twice as many: a device may say it for ever.
EACH: Final = 8


class Misreports:
    """Counts refused reports by device."""

    def __init__(self, warnings: Warnings) -> None:
        self._warnings = warnings
        self._counts: Counter[str] = Counter()

    def tell(self, entry: Entry, report: Any, refused: Refused) -> None:
        """Log a refused report, and warn staff of a strange one."""
        device, why = entry.place.name, str(refused.data.get("why", ""))
        is_strange = why in STRANGE
        self._counts[device] += is_strange
        count = self._counts[device]
        if is_strange and count > EACH and count & (count - 1):
            return
        log.warning(
            "a device's report is refused",
            device=device,
            report=type(report).__name__,
            order=getattr(report, "order", ""),
            code=refused.code.value,
            why=why,
            strange=count,
        )
        if is_strange:
            self._warnings.give("device_refused", device, count, for_s=STANDS_S)
