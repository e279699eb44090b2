"""Running a transcript line by line."""

from dataclasses import dataclass, replace
from pathlib import Path

from openfelt.core.refusal import Refusal
from openfelt.engine.request import Reply
from openfelt.floor.account import CreditFromCms
from openfelt.floor.base import Command
from openfelt.floor.payout import TicketReturned
from openfelt.floor.ticket import HandPayPaid, TicketBecameHandPay, TicketIssued, TicketRedeemed
from openfelt.floor.wager import LayoutStaged, WagerMoved, WagerStaged
from openfelt.rulebooks import VARIANTS
from openfelt.scenario import show, verbs
from openfelt.scenario.script import (
    NotUnderstood,
    Script,
    Step,
    cents,
    dollars,
    microseconds,
    read,
)
from openfelt.scenario.stage import PIT, OpenJournal, Stage

DEVICES = ("shoe", "tumbler", "wheel", "printer")


@dataclass(frozen=True, slots=True)
class Failure:
    """The first line that does not hold."""

    line: int
    text: str
    expected: str
    actual: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a line came to: a refusal's code or none, and the values it can show."""

    refusal: str | None
    values: dict[str, str]


class Runner:
    """A stage, and the names a transcript has given to what it produced."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._names: dict[str, str] = {}
        self._seats = 0

    async def run(self, script: Script) -> Failure | None:
        """Run every line; return the first that does not hold."""
        await self.stage.start()
        try:
            await self.stage.set_up()
            for step in script.steps:
                try:
                    failure = await self._step(step)
                except (NotUnderstood, ValueError, KeyError, AssertionError) as error:
                    failure = Failure(step.number, step.text, "a line that can be run", repr(error))
                if failure:
                    return failure
        finally:
            await self.stage.stop()
        return None

    async def _step(self, step: Step) -> Failure | None:
        if step.actor == "expect":
            return self._expect(step)
        named = replace(step, words=tuple(self._names.get(word, word) for word in step.words))
        outcome = await self._act(named)
        return self._judge(step, outcome)

    def _judge(self, step: Step, outcome: Outcome) -> Failure | None:
        if outcome.refusal != step.refusal:
            said = f"refused {outcome.refusal}" if outcome.refusal else "ok"
            wanted = f"refused {step.refusal}" if step.refusal else "ok"
            return Failure(step.number, step.text, wanted, said)
        values = dict(outcome.values)
        if step.clause is not None and step.clause != values.get("clause", ""):
            return Failure(step.number, step.text, step.clause, values.get("clause", ""))
        for key, wanted in step.keys.items():
            if key in ("ticket", "voucher") and key in values and wanted not in self._names:
                self._names[wanted] = values[key]
                continue
            actual = values.get(key) or self._shown(step, key)
            if self._names.get(wanted, wanted) != actual:
                return Failure(step.number, step.text, f"{key}={wanted}", f"{key}={actual}")
        return None

    def _shown(self, step: Step, key: str) -> str:
        """Show a key of the terminal that acted, or of the table that was named."""
        terminal = self.stage.terminal(step.actor)
        if terminal and key in ("credit", "staked", "win", "account"):
            return show.of_terminal(self.stage.pit, terminal, key)
        named = [step.actor.partition("@")[2], *step.words]
        table = next((t for t in map(self.stage.table, named) if t), None)
        if table is None:
            raise NotUnderstood(f"nothing here shows {key}")
        return show.of_table(table, key)

    async def _act(self, step: Step) -> Outcome:
        stage, words = self.stage, step.words
        actor, _, at = step.actor.partition("@")
        match actor:
            case "table":
                return await self._send(step, PIT, verbs.table_command(step), "config")
            case "terminal":
                self._seats += 1
                command = verbs.terminal_command(step, self._seats)
                if step.options.get("printer") == "fault":
                    stage.set_printer(words[0], faulty=True)
                return await self._send(step, PIT, command, "config")
            case "staff":
                await verbs.grant_roles(stage, step)
            case "clock":
                await stage.pass_time(microseconds(words[0]))
            case "server":
                await stage.stop()
                await stage.start()
            case "printer":
                stage.set_printer(at, faulty=words == ("fault",))
            case "cms":
                transfer = CreditFromCms(words[1], cents(words[2]), step.options["id"])
                return await self._send(step, PIT, transfer, "cms")
            case _ if actor in DEVICES:
                return await self._read(step, actor, at)
            case _:
                return await self._player_or_staff(step, actor, at)
        return Outcome(None, {})

    async def _read(self, step: Step, device: str, at: str) -> Outcome:
        outcome = Outcome(None, {})
        for command in verbs.device_command(device, at, step.words):
            outcome = await self._send(step, PIT, command, step.actor)
            if outcome.refusal:
                break
        return outcome

    async def _player_or_staff(self, step: Step, actor: str, at: str) -> Outcome:
        if self.stage.terminal(actor):
            command = verbs.player_command(self.stage, actor, step.words)
            return await self._send(step, PIT, command, actor)
        person = "" if actor == "kiosk" else actor
        stream, command = verbs.staff_command(person, at, step.words, step.options)
        return await self._send(step, stream, command, f"staff:{actor}")

    async def _send(self, step: Step, stream: str, command: Command, actor: str) -> Outcome:
        reply = await self.stage.do(stream, command, actor)
        code = self._final_refusal(reply)
        values = self._produced(reply)
        if code:
            clause = self._clause(step, code)
            values |= {"clause": clause} if clause else {}
        return Outcome(code, values)

    def _final_refusal(self, reply: Reply) -> str | None:
        """Return the last word: a ticket put into a terminal may come back later in the step."""
        if reply.refused:
            return reply.refused.code.value
        returned = [e for _, e in self.stage.events if isinstance(e, TicketReturned)]
        return returned[-1].code if returned else None

    def _produced(self, reply: Reply) -> dict[str, str]:
        values: dict[str, str] = {}
        events = [*reply.events, *(event for _, event in self.stage.events)]
        for event in events:
            match event:
                case (
                    WagerStaged(stands=stands, trimmed=True)
                    | WagerMoved(stands=stands, trimmed=True)
                ):
                    values["trimmed"] = dollars(stands)
                case LayoutStaged(wagers=wagers, trimmed=True):
                    values["trimmed"] = dollars(sum(stake.amount for stake in wagers))
                case TicketIssued(number=number):
                    values["ticket"] = number
                    values["amount"] = dollars(self.stage.house.tickets[number].amount)
                case TicketBecameHandPay(voucher=voucher, amount=amount):
                    values |= {"voucher": voucher, "amount": dollars(amount)}
                case TicketRedeemed(amount=amount) | HandPayPaid(amount=amount):
                    values["paid"] = dollars(amount)
                case _:
                    pass
        return values

    def _clause(self, step: Step, code: str) -> str:
        """Look the clause behind a refusal up in the rulebook of the table it is about."""
        named = [step.actor.partition("@")[2], *step.words]
        table = next((t for t in map(self.stage.table, named) if t), None)
        terminal = self.stage.terminal(step.actor)
        if table is None and terminal:
            table = self.stage.table(terminal.tables[0])
        return VARIANTS[table.variant].clauses.get(Refusal(code), "") if table else ""

    def _expect(self, step: Step) -> Failure | None:
        words = [self._names.get(word, word) for word in step.words]
        negated = "not" in words
        subject = [word for word in words if word != "not"]
        if subject[0] == "ledger" and "balanced" in subject:
            off = show.unbalanced((self.stage.house, self.stage.pit))
            if off:
                return Failure(step.number, step.text, "balanced", off)
        for key, wanted in step.options.items():
            actual = self._value(subject, key)
            if (actual == self._names.get(wanted, wanted)) is negated:
                return Failure(step.number, step.text, f"{key}={wanted}", f"{key}={actual}")
        return None

    def _value(self, subject: list[str], key: str) -> str:
        stage = self.stage
        match subject:
            case ["ledger", *_]:
                return show.of_ledger((stage.house, stage.pit), key)
            case ["ticket", number]:
                ticket = stage.house.tickets[number]
                return ticket.state if key == "state" else dollars(ticket.amount)
            case ["voucher", number]:
                hand_pay = stage.house.hand_pays[number]
                return hand_pay.state if key == "state" else dollars(hand_pay.amount)
            case [terminal, table, bet] if stage.table(table):
                return show.of_wager(stage.pit.tables[table], terminal, bet, key)
            case [name] if (known := stage.table(name)) is not None:
                return show.of_table(known, key)
            case [name] if (player := stage.terminal(name)) is not None:
                return show.of_terminal(stage.pit, player, key)
            case _:
                raise NotUnderstood(f"there is no {' '.join(subject)}")


async def run_file(path: Path, open_journal: OpenJournal) -> tuple[Script, Failure | None]:
    """Run one transcript on a journal of its own."""
    script = read(path)
    return script, await Runner(Stage(open_journal)).run(script)
