"""When a gaming day ends: at the file's hour, in the file's time zone, whatever the clocks do."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from openfelt.server.config.sections import Floor


def end_after(floor: Floor, now: int) -> int:
    """Return the first end of a day after a moment, both µs UTC."""
    zone, hour = ZoneInfo(floor.time_zone), time.fromisoformat(floor.day_ends)
    today = datetime.fromtimestamp(now / 1_000_000, zone).date()
    ends = (datetime.combine(today + timedelta(days), hour, zone) for days in (0, 1))
    return next(end for one in ends if (end := int(one.timestamp()) * 1_000_000) > now)


def written(floor: Floor, end: int) -> str:
    """Write an end as the people of the floor read it."""
    there = datetime.fromtimestamp(end / 1_000_000, ZoneInfo(floor.time_zone))
    return f"{there:%Y-%m-%d %H:%M} {floor.time_zone}"
