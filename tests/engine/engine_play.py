"""Random play on a node: touches, rounds, dice, cards, cash-outs, tickets, time."""

from __future__ import annotations

from random import Random

from engine_fakes import CARDS, DICE, HOUSE, PIT, SECOND, Node

from openfelt.engine.request import Request
from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.payout import CashOut, PresentTicket
from openfelt.floor.money.ticket import RedeemTicket
from openfelt.floor.play.tumbler.reading import ReadDice
from openfelt.floor.play.tumbler.throw import throw_of
from openfelt.floor.rounds.round import NewGame
from openfelt.floor.wagers.wager import CancelWager, ClearLayout, StageWager


async def play_on(node: Node, seed: int, steps: int) -> None:
    """Do so many random things; most are accepted, some are refused."""
    chance = Random(seed)
    for _ in range(steps):
        _step(node, chance)
        if chance.random() < 0.3:
            await node.print_all()
    await node.print_all()


def _step(node: Node, chance: Random) -> None:
    pit = node.engine.stream(PIT).state
    boot = f"boot-{chance.randint(1, 2)}"
    table, bets = chance.choice(((DICE, ("small", "big")), (CARDS, ("player", "tie"))))
    terminal = f"{'T' if table == DICE else 'C'}{chance.randint(1, 2)}"
    at = (terminal, table, pit.tables[table].round)
    bet = chance.choice(bets)
    match chance.randrange(14):
        case 0 | 1 | 2 | 3 | 4:
            request = node.request(StageWager(*at, bet, 500 * chance.randint(1, 5)), boot=boot)
            node.engine.submit(request)
            if chance.random() < 0.3:
                node.engine.submit(request)
        case 5:
            node.send(CancelWager(*at, bet), boot=boot)
        case 6:
            node.send(ClearLayout(*at), boot=boot)
        case 7:
            node.send(NewGame(CARDS, "dana"), station="dana")
        case 8:
            node.clock.now += chance.choice((1, 10, 31)) * SECOND
            node.engine.tick()
        case 9:
            dice = (chance.randint(1, 6), chance.randint(1, 6), chance.randint(1, 6))
            throw = throw_of(node.engine.stream(PIT).state.tables[DICE])
            node.engine.submit(Request(PIT, ReadDice(DICE, dice, throw), f"tumbler@{DICE}"))
        case 10 | 11:
            node.send(InsertNote(terminal, 10_000, f"note-{chance.randrange(10**9)}"), boot=boot)
        case 12:
            node.send(CashOut(terminal, f"01{chance.randrange(10**16):016}"))
        case _:
            _use_a_ticket(node, chance, terminal)


def _use_a_ticket(node: Node, chance: Random, terminal: str) -> None:
    tickets = list(node.engine.stream(HOUSE).state.tickets)
    if tickets and chance.random() < 0.6:
        node.send(PresentTicket(terminal, chance.choice(tickets)))
    elif tickets:
        node.send(RedeemTicket(chance.choice(tickets), "casey"), HOUSE, station="desk")
