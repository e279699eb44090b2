"""Race-track wagers as pieces on the layout.  Rulebook: MT 9.4(d).

The clause prints no odds: each piece is an ordinary wager and pays as one.
"""

from typing import Final

from openfelt.core.wheel import POCKETS, neighbours

# Rule: MT 9.4(d) Tier
TIER: Final = (
    "split:5-8",
    "split:10-11",
    "split:13-16",
    "split:23-24",
    "split:27-30",
    "split:33-36",
)
# Rule: MT 9.4(d) Orfanelli
ORFANELLI: Final = ("straight:1", "split:6-9", "split:14-17", "split:17-20", "split:31-34")
# The printed 25/29 touch only at the corner 25-26-28-29, so two pieces go there.
# Rule: MT 9.4(d) Near of 0
NEAR_OF_0: Final = (
    *("split:4-7", "split:12-15", "split:18-21", "split:19-22", "split:32-35"),
    *("corner:25-26-28-29", "corner:25-26-28-29"),
    *("street:0-2-3", "street:0-2-3"),
)


def around(number: int, each_side: int) -> tuple[str, ...]:
    """A number straight up with its neighbours on the wheel."""
    return tuple(f"straight:{n}" for n in neighbours(number, each_side))


# Rule: MT 9.4(d)
RACE_TRACK: Final = {
    "tier": TIER,
    "orfanelli": ORFANELLI,
    "near_of_0": NEAR_OF_0,
    # Rule: MT 9.4(d) Neighbours once
    **{f"neighbours1:{n}": around(n, 1) for n in POCKETS},
    # Rule: MT 9.4(d) Neighbours twice
    **{f"neighbours2:{n}": around(n, 2) for n in POCKETS},
}
