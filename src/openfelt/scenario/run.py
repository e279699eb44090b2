"""Running a transcript line by line."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final

from msgspec import structs

from openfelt.audit import audit_journal
from openfelt.core.refusal import MONEY_FIGURES, OTHER_FIGURES
from openfelt.engine.request import Reply
from openfelt.floor.base import Command
from openfelt.floor.demo import DeclareDemo
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.money.ticket_host import ReportPaidElsewhere
from openfelt.floor.money.voucher import ReportPrinter
from openfelt.floor.play.cards.reading import standing
from openfelt.floor.play.cards.unseen import ReadUnseenCard
from openfelt.journal.row import Head
from openfelt.scenario import produced, show, verbs
from openfelt.scenario.judge import BOUND, Failure, Seen, judge, judge_expectation
from openfelt.scenario.script import BadLine, NotUnderstood, Script, Step, cents, read
from openfelt.scenario.staff_verbs import Speaker
from openfelt.scenario.stage import PIT, TICKET_HOST, OpenJournal, Printer, Stage

DEVICES = ("shoe", "shuffler", "tumbler", "wheel")
# What an answer alone can say; a figure that is also shown is looked up where it is shown.
_SAID: Final = ("trimmed", "paid", "why", "determination", "difference")
_SAID_ONLY: Final = {*BOUND, *_SAID, *MONEY_FIGURES, *OTHER_FIGURES}.difference(
    show.TERMINAL_KEYS, show.TABLE_KEYS
)


class Runner:
    """A stage, and the names a transcript has given to what it produced."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.seen: dict[int, Seen] = {}
        self.heads: dict[str, Head] = {}
        self._names: dict[str, str] = {}
        self._seats = 0

    async def run(self, script: Script, *, to_the_end: bool = False) -> Failure | None:
        """Run the lines; return the first that does not hold, there or after the last."""
        first: Failure | None = None
        await self.stage.start()
        try:
            await self.stage.set_up()
            for step in script.steps:
                failure = await self._try(step)
                first = first or failure
                if failure and not to_the_end:
                    break
            self.heads = {name: self.stage.engine.stream(name).head for name in (HOUSE, PIT)}
        finally:
            await self.stage.stop()
        return first

    async def _try(self, step: Step) -> Failure | None:
        try:
            if step.actor == "expect":
                await self.stage.fetch(self._named(step.words))
                seen = self.seen[step.number] = self._look(step)
                return judge_expectation(step, seen)
            seen = self.seen[step.number] = await self._act(step)
            return judge(step, seen)
        except (NotUnderstood, ValueError, KeyError) as error:
            return Failure(step.number, step.text, "a line that can be run", str(error))
        except Exception as mistake:
            # A bug of the floor, which has stopped: this file fails, the others are still run.
            return Failure(step.number, step.text, "a floor that goes on", repr(mistake))

    def _named(self, words: Iterable[str]) -> tuple[str, ...]:
        return tuple(self._names.get(word, word) for word in words)

    async def _act(self, step: Step) -> Seen:
        verbs.check_options(step, is_player=self.stage.terminal(step.actor) is not None)
        named = replace(step, words=self._named(step.words))
        code, values = await self._say(named)
        await self.stage.fetch(named.words)
        refused = values.get("bet", "")
        seen = Seen(code, produced.clause(self.stage, named, code, refused) if code else "")
        for key, wanted in step.keys.items():
            actual = values.get(key) or self._shown(named, key)
            seen.keys[key] = self._bound(wanted, actual) if key in BOUND else actual
        return seen

    def _bound(self, wanted: str, actual: str) -> str:
        """Give what was produced its names, one each; say the names where they are its own."""
        names, made = wanted.split(","), actual.split(",")
        if len(names) > len(made) or actual == "none":
            return actual
        pairs = list(zip(names, made, strict=False))
        for name, one in pairs:
            self._names.setdefault(name, one)
        return ",".join(name if self._names[name] == one else one for name, one in pairs)

    def _shown(self, step: Step, key: str) -> str:
        """Show a key of the terminal, the table, the slip or the wager that acted or was named."""
        if key in _SAID_ONLY:
            return "none"
        stage = self.stage
        named = (*step.actor.split("@"), *step.words)
        terminal = next((t for t in map(stage.terminal, named) if t), None)
        if key in show.WAGER_KEYS:
            return show.of_named(stage, terminal, step.words, key)
        if key in show.TERMINAL_KEYS and (player := terminal or stage.only_terminal()):
            return show.of_terminal(stage.pit, player, key)
        table = next((t for t in map(stage.table, named) if t), None)
        if table is None:
            table = stage.table(terminal.tables[0]) if terminal else stage.only_table()
        if table is None:
            raise NotUnderstood(f"nothing here shows {key}")
        return show.of_table(stage.pit, table, key)

    async def _say(self, step: Step) -> tuple[str | None, dict[str, str]]:
        """Run a line; return its last word and what it produced."""
        stage, words = self.stage, step.words
        actor, _, at = step.actor.partition("@")
        match actor:
            case "table":
                verbs.check_set_up(stage, step)
                return await self._send(PIT, (verbs.table_command(step),), "config")
            case "terminal":
                return await self._enrol(step)
            case "staff":
                await verbs.grant_roles(stage, step)
            case "clock":
                await stage.pass_time(verbs.duration(words))
                return self._happened()
            case "server":
                return await self._start_again(words)
            case "printer":
                if stage.terminal(at) is None:
                    raise NotUnderstood(f"there is no terminal {at}")
                return await self._printer(at, verbs.printer_state(words))
            case "shoe" | "dispenser" | "slips" if words in verbs.DEVICE_STATES[actor]:
                stage.set_device(step.actor, words[0])
            case "acceptor":
                return await self._send(PIT, (verbs.acceptor_command(at, words),), step.actor)
            case "house":
                return await self._house(step)
            case "tickets":
                return await self._at_the_host(words)
            case "cms":
                return await self._send(PIT, (verbs.cms_command(step),), "cms")
            case _ if actor in DEVICES:
                said = verbs.device_commands(actor, at, words)
                return await self._send(PIT, self._answering(step.actor, said), step.actor)
            case _ if kiosk := self._kiosk(actor, words):
                return await self._at_kiosk(kiosk, words)
            case _ if stage.terminal(actor):
                command = verbs.player_command(stage, actor, words, step.options)
                return await self._send(PIT, (command,), actor)
            case _:
                person = "" if actor == "kiosk" else actor
                stream, commands = Speaker(stage, person, at, step.options).says(words)
                return await self._send(stream, commands, f"staff:{actor}")
        return None, {}

    async def _start_again(self, words: tuple[str, ...]) -> tuple[str | None, dict[str, str]]:
        if words not in (("restart",), ("crash",)):
            raise NotUnderstood("server restart, or server crash")
        await self.stage.stop()
        self.stage.events.clear()
        await self.stage.start()
        return self._happened()

    def _happened(self) -> tuple[None, dict[str, str]]:
        """Return what came of it that nobody asked for."""
        return None, produced.values(self.stage, (event for _, event in self.stage.events))

    async def _house(self, step: Step) -> tuple[str | None, dict[str, str]]:
        """`house demo` makes house and pit a demo floor; the others are of the house alone."""
        if step.words == ("demo",):
            word, values = await self._send(PIT, (DeclareDemo(),), "config")
            return (word, values) if word else await self._send(HOUSE, (DeclareDemo(),), "config")
        return await self._send(HOUSE, (verbs.house_command(step),), "config")

    def _kiosk(self, actor: str, words: tuple[str, ...]) -> str:
        """Return the kiosk that is meant; `kiosk` is the only one there is."""
        kiosks = list(self.stage.house.kiosks)
        only = kiosks[0] if len(kiosks) == 1 and words[:1] == ("redeem",) else ""
        return actor if actor in kiosks else only if actor == "kiosk" else ""

    async def _at_kiosk(
        self, kiosk: str, words: tuple[str, ...]
    ) -> tuple[str | None, dict[str, str]]:
        command = verbs.at_kiosk(kiosk, words)
        return await self._send(HOUSE, (command,), f"scanner@{kiosk}")

    def _answering(self, device: str, said: tuple[Command, ...]) -> tuple[Command, ...]:
        """Let a device answer what it is wanted to do now: a transcript does not name orders."""
        pit = self.stage.pit
        reads = next((one for one in standing(pit) if one[1].device == device), None)
        if reads is not None:
            wanted, order = reads
            first = order.out + (ReadUnseenCard(order.at) in said or not order.unseen)
            return tuple(_answer(one, wanted, nth) for nth, one in enumerate(said, first))
        orders = (name for name, order in pit.orders.items() if order.device == device)
        wanted = next(orders, "")
        return tuple(_answer(one, wanted, 0) for one in said)

    async def _at_the_host(self, words: tuple[str, ...]) -> tuple[str | None, dict[str, str]]:
        """Let another machine print or take a ticket, or the ticketing host fall silent."""
        stage = self.stage
        match words:
            case ("print", number, amount):
                stage.host.print_ticket(number, cents(amount))
            case ("pay", number):
                if not stage.host.give(number):
                    raise NotUnderstood(f"the host lets nobody pay {number}")
                return await self._send(HOUSE, (ReportPaidElsewhere(number),), TICKET_HOST)
            case ("report", number):
                return await self._send(HOUSE, (ReportPaidElsewhere(number),), TICKET_HOST)
            case ("lose", number):
                del stage.host.tickets[number]
            case ("silent",):
                stage.set_device(TICKET_HOST, "silent")
            case ("ok",):
                stage.set_device(TICKET_HOST, "ok")
                await stage.ask_host_again()
                return self._happened()
            case _:
                raise verbs.cannot("the ticketing host", words, "tickets")
        return None, {}

    async def _enrol(self, step: Step) -> tuple[str | None, dict[str, str]]:
        verbs.check_set_up(self.stage, step)
        self._seats += 1
        command = verbs.terminal_command(step, self._seats)
        printer = verbs.printer_state((step.options.get("printer", "ok"),))
        enrolled = await self._send(PIT, (command,), "config")
        if enrolled[0] is None:
            await self._printer(step.words[0], printer)
        return enrolled

    async def _printer(self, terminal: str, printer: Printer) -> tuple[str | None, dict[str, str]]:
        """Break or mend a printer; it says so, unless it says nothing at all."""
        self.stage.set_printer(terminal, printer)
        if printer == "silent":
            return None, {}
        report = ReportPrinter(terminal, works=printer == "ok")
        return await self._send(PIT, (report,), f"printer@{terminal}")

    async def _send(
        self, stream: str, commands: tuple[Command, ...], actor: str
    ) -> tuple[str | None, dict[str, str]]:
        """Send commands until one is refused."""
        reply = Reply(())
        for command in commands:
            reply = await self.stage.do(stream, command, actor)
            if reply.refused:
                break
        events = (*reply.events, *(event for _, event in self.stage.events))
        values = produced.values(self.stage, events)
        if reply.refused:
            values |= produced.figures(reply.refused)
        return produced.last_word(self.stage, reply), values

    def _look(self, step: Step) -> Seen:
        subject = [word for word in self._named(step.words) if word != "not"]
        seen = Seen()
        if subject == ["ledger", "balanced"]:
            off = show.unbalanced((self.stage.house, self.stage.pit))
            seen.balanced = off or "balanced"
        for key in step.options:
            seen.keys[key] = show.value(self.stage, subject, key)
        return seen


async def run_file(path: Path, open_journal: OpenJournal) -> tuple[Script, Failure | None]:
    """Run one transcript on a journal of its own; one that cannot be read does not hold."""
    try:
        script = read(path)
    except BadLine as bad:
        failure = Failure(bad.number, bad.text, "a line of a transcript", bad.why)
        return Script(bad.clauses, ()), failure
    return script, await Runner(Stage(open_journal)).run(script)


async def objection(script: Script, open_journal: OpenJournal) -> Failure | None:
    """Let the auditor judge what a transcript left in its journal."""
    journal = await open_journal()
    try:
        _, findings = await audit_journal(journal)
    finally:
        await journal.close()
    if not findings:
        return None
    last = script.steps[-1]
    return Failure(last.number, last.text, "a journal without a finding", str(findings[0]))


def _answer(said: Command, wanted: str, nth: int) -> Command:
    """Let a report name what it answers, and a card which it is."""
    named = {"order": wanted} if hasattr(said, "order") else {}
    counted = {"nth": nth} if hasattr(said, "nth") else {}
    return structs.replace(said, **named, **counted)
