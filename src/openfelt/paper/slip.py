"""What is printed at a cash-out: a ticket, or a voucher in its place."""

import re
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

import msgspec

from openfelt.floor.money.paying import Terms
from openfelt.paper.amount import in_figures, in_words
from openfelt.paper.bars import bars_of
from openfelt.paper.sheet import Barcode, Line, Row, Sheet, Signature, Text
from openfelt.paper.words import LANGUAGES, Language, in_all, say
from openfelt.rulebooks.tickets import kind_of

UTC: Final = ZoneInfo("UTC")
# The number drawn for a slip; a voucher whose number was another's already has more behind it.
_NUMBER: Final = re.compile(r"V?(\d{18})")
_SHOWN: Final = 4


class Slip(msgspec.Struct, frozen=True, gc=False):
    """A ticket or a voucher as it is handed to whoever draws it.

    `book` is that of the terminal that made it, `made_us` when; slips of the oldest releases say
    neither.  `paid`, on a kiosk's slip of the rest: what came out there.
    """

    number: str
    amount: int
    terminal: str
    demo: bool
    book: str = ""
    made_us: int = 0
    paid: int = 0


class Letterhead(msgspec.Struct, frozen=True, gc=False):
    """How a house writes: its languages, the first before the others, and its time."""

    languages: tuple[Language, ...] = LANGUAGES
    zone: ZoneInfo = UTC


def ticket(slip: Slip, head: Letterhead) -> Sheet:
    """Draw a ticket: it shows the value of the credit, and says where it is paid.

    Rule: LT def:redeemable ticket; AC def:redeemable ticket; SB 3.8; MT def:Redeemable Ticket;
    MT 4.5(a)
    """
    return _slip(slip, head, "ticket", numbered(slip.number))


def copy_of(slip: Slip, head: Letterhead) -> Sheet:
    """Draw a ticket that lies elsewhere: nobody is paid for a copy, or told a number by it."""
    hidden = "•" * _SHOWN + slip.number[-_SHOWN:]
    return _slip(slip, head, "ticket", (Row(in_all(head.languages, "number"), hidden),), "copy")


def voucher(slip: Slip, head: Letterhead) -> Sheet:
    """Draw the voucher that owes what no ticket could be made for, or was too much for one.

    Rule: MT 4.5(b); MT 4.9
    """
    return _slip(slip, head, "voucher", numbered(slip.number))


def rest(slip: Slip, head: Letterhead) -> Sheet:
    """Draw what a kiosk leaves to the cash desk, which scans it and pays just that.

    Rule: LT 9.1; SB 5.1; AC 4.1
    """
    return _slip(slip, head, "rest", numbered(slip.number))


def _slip(
    slip: Slip, head: Letterhead, kind: str, number: tuple[Line, ...], mark: str = ""
) -> Sheet:
    said = head.languages
    marks = [*(["demo"] if slip.demo else []), *([mark] if mark else [])]
    marked = [Text(in_all(said, one), "mark") for one in marks]
    title = in_all(said, kind)
    where = f"pays.{kind_of(slip.book)}" if kind == "ticket" and slip.book else f"pays.{kind}"
    lines = (
        *marked,
        Text(title, "title"),
        *number,
        Text(in_figures(slip.amount), "amount"),
        *(Text(words, "words") for words in _in_words(slip.amount, said)),
        Row(in_all(said, "terminal"), slip.terminal),
        *made(slip, head),
        *([Row(in_all(said, "rest.paid"), in_figures(slip.paid))] if kind == "rest" else []),
        *(Text(say(language, where), "small") for language in said),
        *marked,
    )
    return Sheet("receipt", title, said[0], lines)


def _in_words(amount: int, languages: tuple[Language, ...]) -> tuple[str, ...]:
    """Say an amount in these languages, and what two of them write alike once."""
    return tuple(dict.fromkeys(in_words(amount, language) for language in languages))


def made(slip: Slip, head: Letterhead) -> tuple[Row, ...]:
    """Say when a slip was made, if it is known."""
    if not slip.made_us:
        return ()
    then = datetime.fromtimestamp(slip.made_us // 1_000_000, head.zone)
    return (Row(in_all(head.languages, "made"), f"{then:%Y-%m-%d %H:%M:%S}"),)


def numbered(number: str) -> tuple[Line, ...]:
    """Return a number for scanners and people, or for people alone where it is no barcode's."""
    found = _NUMBER.fullmatch(number)
    if found is None:
        return (Text(number, "words"),)
    return (Barcode(found[1], bars_of(found[1]), in_groups(found[1])),)


def in_groups(number: str) -> str:
    """Write a number as people read it out."""
    return "-".join((number[:2], *(number[at : at + 4] for at in range(2, len(number), 4))))


class Payment(msgspec.Struct, frozen=True, gc=False):
    """A payment at a desk: on which terms, by whom, and whether another cashier is there."""

    terms: Terms
    cashier: str
    takes_two: bool
    # What the player has signed on the desk's screen, if somebody may see it.
    strokes: str = ""


def form(slip: Slip, payment: Payment, head: Letterhead) -> Sheet:
    """Draw the form of a manual payment: the player checks the amount and signs.

    It says what he asked for and what he gets instead, and by which document he is known.

    Rule: LT 9.1; LT 9.3.2; LT 9.3.3; SB 5.1; SB 5.3.2; SB 5.3.3; AC 4.1; AC 4.3.2; AC 4.3.3
    """
    terms, language = payment.terms, head.languages[0]
    own = msgspec.structs.replace(head, languages=(language,))
    marked = [Text(say(language, "demo"), "mark")] if slip.demo else []
    seconds = (Signature(say(language, "form.second")),) if payment.takes_two else ()
    title = say(language, "form")
    signed = terms.signature
    on_screen = (Row(say(language, "form.on_screen"), f"{signed[:16]}…"),) if signed else ()
    lines = (
        *marked,
        Text(title, "title"),
        Text(in_figures(slip.amount), "amount"),
        Text(in_words(slip.amount, language), "words"),
        Row(say(language, "number"), slip.number),
        Row(say(language, "terminal"), slip.terminal),
        *made(slip, own),
        Row(say(language, "form.asked"), say(language, f"way.{terms.asked}")),
        Row(say(language, "form.given"), say(language, f"way.{terms.form}")),
        Row(say(language, "form.identity"), say(language, f"paper.{terms.identity or 'none'}")),
        Text(say(language, "form.words")),
        *on_screen,
        Signature(say(language, "form.player"), payment.strokes),
        Signature(f"{say(language, 'form.cashier')}: {payment.cashier}"),
        *seconds,
        *marked,
    )
    return Sheet("page", title, language, lines)
