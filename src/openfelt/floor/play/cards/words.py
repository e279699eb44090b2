"""What is said at a card table."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from openfelt.core.cards import Card
from openfelt.floor.base import Command
from openfelt.floor.play.cards import (
    coup,
    dummy,
    empty_shoe,
    face_up,
    foreign_card,
    shoe,
    shoe_change,
    unseen,
    virtual_shoe,
)
from openfelt.floor.play.cards.hands import cards_of
from openfelt.floor.play.cards.play import Prepared
from openfelt.floor.play.cards.reconstruction import Reconstruct
from openfelt.floor.play.cards.shuffler import VerifyShoe
from openfelt.floor.play.words import Meant, Said, Words, whole
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.state import Table
from openfelt.games.baccarat.coup import ShoeTooShort, deal


def staff(words: Said) -> Meant | None:
    """Say what the dealer, the AGM or the Gaming Manager does with cards and shoe."""
    match words:
        case ("result", result):
            return Meant(lambda table, person, _: coup.EnterResult(table, person, result))
        case ("new", "shoe", *rest):
            return _bring(rest)
        case ("burn", face) if cards_of((face,)):
            return Meant(lambda table, person, _: shoe.BurnCard(table, person, face))
        case ("reconstruct", _, *_):
            cards = words[1:]
            return Meant(lambda table, person, _: Reconstruct(table, person, cards))
        case ("dummy", "hand", *rest):
            return _press(dummy.StartDummyHand, rest)
        case ("void", "shoe", *rest):
            return Meant(shoe_change.VoidShoe, rest)
        case ("change", "shoe", *rest):
            return _change(rest)
        case (("missing" | "foreign") as found, "card", *rest):
            return _report(found, rest)
        case (key, *rest) if key in _KEYS:
            return _press(_KEYS[key], rest)
        case _:
            return None


_KEYS: Final[Mapping[str, Callable[[str, str], Command]]] = {
    "standby": shoe.PressStandby,
    "burn": shoe.BurnCard,
    "shoe": virtual_shoe.CallShoe,
    "draw": virtual_shoe.DrawCard,
}


def _press(command: Callable[[str, str], Command], rest: Sequence[str]) -> Meant:
    return Meant(lambda table, person, _: command(table, person), rest)


def _change(rest: Sequence[str]) -> Meant:
    unfit, after = "unfit" in rest, "after" in rest
    where = [word for word in rest if word not in ("unfit", "after")]
    return Meant(
        lambda table, person, why: shoe_change.ChangeShoe(table, person, why, unfit, after), where
    )


def _bring(rest: Sequence[str]) -> Meant:
    """Say how the shoe was shuffled and where it was cut, if that is said."""
    match rest:
        case ("by", "hand", *after):
            return _loaded(after, "by_hand")
        case ("shuffler", *after):
            return _loaded(after, "shuffler")
        case ("batch", batch, *after):
            return _loaded(after, "pre_shuffled", batch)
        case _:
            return _loaded(rest, "")


def _loaded(rest: Sequence[str], how: Prepared, batch: str = "") -> Meant:
    said = {"cut": 0, "end": 0}
    for word in said:
        if word in rest[:-1]:
            place = rest.index(word)
            said[word] = whole(rest[place + 1])
            rest = (*rest[:place], *rest[place + 2 :])
    cut, end = said["cut"], said["end"]
    return Meant(
        lambda table, person, _: shoe_change.BringShoe(table, person, cut, end, how, batch), rest
    )


def _report(found: str, rest: Sequence[str]) -> Meant:
    return Meant(
        lambda table, person, why: foreign_card.ReportCards(table, person, found, why), rest
    )


def device(name: str, table: str, words: Said) -> tuple[Command, ...] | None:
    """Say what the shoe reads; several cards are read one by one."""
    match name, words:
        case "shoe", ("cutting", "card"):
            return (shoe.ReadCuttingCard(table),)
        case "shoe", ("card", "unseen"):
            return (unseen.ReadUnseenCard(table),)
        case "shoe", ("face", "up", face):
            return (face_up.ReadFaceUpCard(table, face),)
        case "shoe", ("empty",):
            return (empty_shoe.ReadEmptyShoe(table),)
        case "shoe", ("cards", _, *_):
            return tuple(coup.ReadCard(table, card) for card in words[1:])
        case "shuffler", ("verified", cards):
            return (VerifyShoe(table, whole(cards)),)
        case _:
            return None


def played(table: Table, dealer: str, shoe_front: Sequence[Card]) -> Iterator[Command]:
    """Draw cards until there are enough, then key what they show; of too few no key is right."""
    for face in shoe_front:
        if table.phase == "result_pending":
            break
        yield coup.as_read(table, face)
    try:
        shown = deal(shoe_front).totals.winner
    except ShoeTooShort:
        shown = ""
    yield coup.EnterResult(table.name, dealer, shown)
    yield ConfirmResult(table.name, dealer)


WORDS: Final = Words(
    staff,
    played,
    device,
    (
        ("dealer `name@T`", "`result player|banker|tie`", "press the winning result"),
        ("dealer `name@T`", "`standby`", "tell the shoe that the coup is complete"),
        ("dealer `name@T`", "`burn`", "burn the first card of a new shoe"),
        (
            "dealer `name@T`",
            "`burn CARD`",
            "MT: the first card is shown; as many more as it counts go unseen",
        ),
        (
            "dealer, casino supervisor",
            "`reconstruct CARDS`",
            "MT: the cards on the table, in the order in which they were drawn",
        ),
        ("dealer `name@T`", "`shoe`", "a virtual shoe shuffled and sealed; on a demo floor only"),
        (
            "dealer `name@T`",
            "`draw`",
            "the next card of the virtual shoe; its first is burned",
        ),
        (
            "dealer `name@T`",
            "`new shoe [by hand|shuffler|batch ID] [cut N] [end N]`",
            "the next shoe is shuffled (a batch came so), cut after N, N behind its cutting card",
        ),
        ("dealer, AGM `name@T`", "`cards …`", "key cards; a dealer `with=` an AGM"),
        ("AGM `name@T`", "`dummy hand`", "let a dummy hand be dealt"),
        (
            "AGM, casino supervisor",
            "`change shoe [T] [unfit]`",
            "cards taken out between coups: after a void, or `unfit`; MT: an ended shoe checked",
        ),
        (
            "casino supervisor",
            "`change shoe T after`",
            "MT: the cards are shuffled when the coup is over, also after a tie",
        ),
        (
            "dealer, casino supervisor",
            "`missing card [T]`, `foreign card [T]`",
            "a card is missing from the shoe, or one belongs to no deck of it",
        ),
        ("GM", "`void shoe [T]`", "the cards are withdrawn, the coup in progress is void"),
        ("device", "`shoe@T cards …`, `shoe@T cutting card`", "what the shoe reads"),
        (
            "device",
            "`shoe@T card unseen`",
            "a card drawn but not turned; its face is the first of the next `cards`",
        ),
        ("device", "`shoe@T face up CARD`", "a card found face up in the shoe"),
        (
            "device",
            "`shuffler@T verified N`",
            "a shoe of N cards is shuffled and checked, and waits",
        ),
        ("device", "`shoe@T empty`", "no card is left though one is due"),
        ("device", "`shoe@T ok|misread|silent`", "a virtual shoe, from now on"),
    ),
)
