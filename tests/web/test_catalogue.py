"""Every sentence of the stations is there in every language, for every code the floor can send."""

import json
import re
from itertools import chain
from pathlib import Path
from typing import Final, get_args

import pytest

import openfelt.floor
from openfelt.core.refusal import Refusal
from openfelt.floor.people.staff import ROLES
from openfelt.floor.play.cards.empty_shoe import REASON as NO_CARD_IS_LEFT
from openfelt.floor.play.procedure import PROCEDURES
from openfelt.floor.state import AT_REST, Order
from openfelt.floor.state import Table as TableState
from openfelt.rulebooks import VARIANTS
from openfelt.server.feed.protocol import Why
from openfelt.server.http.forms import Trouble
from openfelt.server.warnings import Code
from openfelt.stations.device import DEVICES
from openfelt.stations.key import Desk
from openfelt.stations.kind import KINDS, PLAYER
from openfelt.stations.procedures.every import RARE_SEAT_ACTS, SEAT_ACTS
from openfelt.stations.procedures.whole import DESKS
from openfelt.stations.statement import LineKind, SlipState

WEB: Final = Path(__file__).parents[2] / "web" / "src"
# Words of software and of other trades: on a gaming floor an attendant, a burn, a limit and a
# terminal are called otherwise.
UNSAID: Final = {
    "zh": ("服务员", "弃首牌", "销牌", "兑出", "限额", "本终端", "帐房"),
    "zh-Hant": ("服務員", "棄首牌", "銷牌", "兌出", "兑", "限額", "本終端", "帳房", "裡", "檯"),
}
PLAYED: Final = ("LT", "LT_EM", "SB", "MT_ROULETTE", "AC")  # The variants with a layout so far.
CATALOGUES: Final[dict[str, dict[str, str]]] = {
    file.stem: json.loads(file.read_text(encoding="utf-8"))
    for file in sorted((WEB / "text").glob("*.json"))
}
LANGUAGES: Final = tuple(CATALOGUES)
SOURCE: Final = "\n".join(
    path.read_text(encoding="utf-8")
    for path in sorted(WEB.rglob("*.ts*"))
    if "generated" not in path.parts
)
# What the floor itself gives as the reason of a void.
SAID_BY_THE_FLOOR: Final = re.compile(r'\bvoid\(state, table, "([^"]+)"')
# A page never sees these: it goes to the door, or comes back by itself.
SILENT_BYES: Final = {"BAD_FRAME", "TOKEN_UNKNOWN", "TOO_SLOW", "SIGNED_OUT", "RESTARTING"}


def bet_key(code: str, known: dict[str, str]) -> str:
    """Return the key of a bet's name, as `betName` finds it."""
    exact = f"bet.{code}"
    return exact if exact in known else f"bet.{re.split('[:@]', code)[0]}:*"


def voids() -> list[str]:
    """Return what the floor itself says of a void round, but for a reason that people give, too."""
    sources = Path(openfelt.floor.__file__).parent.rglob("*.py")
    told = (SAID_BY_THE_FLOOR.findall(path.read_text(encoding="utf-8")) for path in sources)
    return sorted({NO_CARD_IS_LEFT, *chain.from_iterable(told)} - set(CATALOGUES["en"].values()))


def phases() -> list[str]:
    """Return every phase a table can be in."""
    own = chain.from_iterable(procedure.phases for procedure in PROCEDURES.values())
    return [*AT_REST, "wagering", "closed", *own, "result_pending"]


def acts_of(desk: Desk) -> list[str]:
    """Return every act a procedure offers; one of several choices is named after its choices."""
    asked = (desk.by_authority, desk.rarely_by_authority)
    offered = chain(desk.acts, desk.rare_acts, *asked, *desk.rows)
    of_seats = (key.act for key in (*SEAT_ACTS, *RARE_SEAT_ACTS))
    return [*(one.act for one in offered if not one.choices), *of_seats]


def codes_of_the_floor() -> dict[str, list[str]]:
    """Return every key that a code of the floor asks for, by where it comes from."""
    suspended = get_args(TableState.__annotations__["suspended"])
    english = CATALOGUES["en"]
    bets = chain.from_iterable(VARIANTS[variant].game.bets for variant in PLAYED)
    slips = get_args(SlipState)
    orders = get_args(Order)
    devices = {*DEVICES, *(order.stands_as for order in orders)}
    pages = [kind.name for kind in KINDS.values() if kind.has_page]
    return {
        "stations": [f"start.{page}{more}" for page in pages for more in ("", ".words")],
        "refusals": [f"refusal.{code}" for code in Refusal],
        "phases": [f"phase.{phase}" for phase in phases()],
        "suspensions": [f"suspended.{why}" for why in suspended if why],
        "voids": [f"void.{said}" for said in voids()],
        "acts": [f"act.{act}" for desk in DESKS.values() for act in acts_of(desk)],
        "choices": [
            bet_key(choice, english)
            for desk in DESKS.values()
            for offer in chain(*desk.rows)
            for choice in offer.choices
            if not choice.isdecimal()  # A number is its own name.
        ],
        "bets": [bet_key(code, english) for code in bets],
        "games": [f"game.{book.game.name}" for book in VARIANTS.values()],
        "roles": [f"role.{role}" for role in ROLES],
        "troubles": [f"error.{trouble}" for trouble in get_args(Trouble)],
        "farewells": [f"error.{why}" for why in get_args(Why) if why not in SILENT_BYES],
        "warnings": [f"warning.{code}" for code in get_args(Code)],
        "slips": [f"ticket.{slip}{more}" for slip in slips if slip for more in ("", ".short")],
        "lines": [f"history.{kind}" for kind in get_args(LineKind) if kind != "cash_out"],
        "orders": [f"order.{order.__struct_config__.tag}" for order in orders],
        "devices": [f"device.{device}" for device in sorted(devices)],
        "asks": [f"log.ask.{command.__name__}" for command in PLAYER.commands],
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("source", list(codes_of_the_floor()))
def test_every_code_of_the_floor_has_a_text(source: str, language: str) -> None:
    codes = codes_of_the_floor()[source]
    assert codes
    assert [key for key in codes if not CATALOGUES[language].get(key)] == []


@pytest.mark.parametrize("language", ["zh", "zh-Hant"])
def test_nothing_is_left_in_english(language: str) -> None:
    """A text with English words is another one in Chinese; ranks and ranges have no words."""
    english, chinese = CATALOGUES["en"], CATALOGUES[language]
    same = [
        key for key in english if english[key] == chinese[key] and re.search("[a-z]", english[key])
    ]
    assert same == []


@pytest.mark.parametrize("language", UNSAID)
def test_chinese_is_what_a_casino_says(language: str) -> None:
    said = [
        f"{key}: {word}"
        for key, text in CATALOGUES[language].items()
        for word in UNSAID[language]
        if word in text
    ]
    assert said == []


def test_every_text_the_stations_ask_for_exists() -> None:
    fixed = set(re.findall(r"""["`]([a-z_]+\.[a-zA-Z_.]+)["`]""", SOURCE))
    families = {key.split(".")[0] for key in CATALOGUES["en"]}
    asked = {key for key in fixed if key.split(".")[0] in families and not key.endswith(".json")}
    assert asked
    assert sorted(asked - set(CATALOGUES["en"])) == []


def test_no_text_is_kept_that_nobody_says() -> None:
    computed = set(re.findall(r"`([a-z_]+\.)(?:[a-z_]+\.)?\$\{", SOURCE))
    unsaid = [
        key
        for key in CATALOGUES["en"]
        if f'"{_base(key)}"' not in SOURCE
        and not any(key.startswith(prefix) for prefix in computed)
    ]
    assert unsaid == []


def _base(key: str) -> str:
    """Return what is asked for where a game has a word of its own."""
    base, _, game = key.rpartition(".")
    return base if f"game.{game}" in CATALOGUES["en"] and base in CATALOGUES["en"] else key
