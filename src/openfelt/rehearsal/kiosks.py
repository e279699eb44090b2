"""What happens at a kiosk next, drawn at random: tickets, guesses, and who looks after it."""

from random import Random

from openfelt.floor.base import Command
from openfelt.floor.money import dispensing, drop, kiosk, unclaimed
from openfelt.floor.money.cassettes import Kiosk
from openfelt.floor.state import State
from openfelt.rehearsal.way import REASON, SECOND_CASHIER, STAFF

_CASHIER = STAFF["cashier"]
# With less in it than this it is loaded first, nearly always.
_LOW = 100_000


def kiosk_act(chance: Random, house: State, tickets: list[str]) -> Command:
    """Insert a ticket or a number that is none's, or look after a kiosk, sense and nonsense."""
    name, known = next(iter(house.kiosks.items()))
    draw = chance.random()
    if known.paying and draw < 0.3:
        given = tuple(chance.randrange(most + 1) for most in known.paying.pieces)
        what = (name, known.paying.order, given)
        return dispensing.StateDispensed(*what, _CASHIER, SECOND_CASHIER, REASON)
    if known.is_open and known.holds > _LOW and draw < 0.95:
        return dispensing.PresentAtKiosk(name, _number(chance, tickets))
    return _looked_after(chance, name, known)


def collecting_act(chance: Random, house: State) -> Command | None:
    """Count a note stacker, give credit up that was left, or set the life of tickets."""
    rest, draw = house.uncollected, chance.random()
    if draw < 0.05:
        return unclaimed.SetTicketLife(chance.choice((0, 0, 1, 3)))
    if draw < 0.5 and rest.drops:
        name, drop_ = chance.choice(list(rest.drops.items()))
        return drop.CountDrop(name, drop_.expected + chance.choice((0, 0, 500)), _CASHIER, "")
    left = [(pit, one) for pit, all_ in rest.credits.items() for one in all_.values()]
    if not left:
        return None
    pit, one = chance.choice(left)
    what = (pit, one.terminal, one.account)
    return unclaimed.DeclareAbandoned(*what, _CASHIER, SECOND_CASHIER, REASON)


def _number(chance: Random, tickets: list[str]) -> str:
    """Choose a ticket there is, or guess one."""
    guess = f"01{chance.randrange(10**16):016}"
    fresh = tickets[-3:]
    return chance.choice(fresh) if fresh and chance.random() < 0.9 else guess


def _looked_after(chance: Random, name: str, known: Kiosk) -> Command:
    draw = chance.random()
    if known.is_open and draw < 0.7:
        return kiosk.CloseKiosk(name, _CASHIER)
    if known.holds <= _LOW and draw < 0.6:
        place = chance.randrange(1, len(known.values) + 2)
        return kiosk.LoadCassette(name, place, chance.choice((100, 100, -10)), _CASHIER, "")
    if draw < 0.7:
        counted = tuple(max(0, there - (chance.random() < 0.1)) for there in known.pieces)
        return kiosk.CountKiosk(name, counted, _CASHIER, "")
    if draw < 0.8:
        most, change = chance.choice(((50_000, 500), (100_000, 2_000), (0, 0)))
        return kiosk.InstallKiosk(name, known.values, most, change, chance.random() < 0.9)
    return kiosk.OpenKiosk(name, _CASHIER)
