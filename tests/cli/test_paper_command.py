"""`openfelt paper`: signs of a floor.toml, slips of a journal; as text, PDF and on a printer."""

import asyncio
import re
import sys
from pathlib import Path
from typing import Final

import pypdfium2
import pytest
import zxingcpp
from click.testing import CliRunner, Result

from openfelt.cli import main
from openfelt.journal.base import Journal
from openfelt.journal.sqlite import SqliteJournal
from openfelt.scenario.run import run_file

sys.path.append(str(Path(__file__).parents[1] / "paper"))

from escpos_reader import read
from paper_printer import PaperPrinter

STORY: Final = """\
table     B1 LT period=30s min=5 max=500 unit=5 shoe=ready
terminal  T1 tables=B1 printer=fault
terminal  T2 tables=B1
staff     casey=cashier
T1        insert note 50
T1        cash out                           -> ok voucher=#v1
casey     pay #v1                            -> ok paid=50.00
T2        insert note 20
T2        cash out                           -> ok ticket=#1
"""


def paper(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["paper", *map(str, arguments)])


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("story")
    (folder / "story.floor").write_text(STORY)

    async def open_journal() -> Journal:
        return await SqliteJournal.open(folder / "journal.db")

    _, failure = asyncio.run(run_file(folder / "story.floor", open_journal))
    assert failure is None, failure
    return folder / "journal.db"


@pytest.fixture(scope="module")
def numbers(journal: Path) -> dict[str, str]:
    """Return the numbers of the ticket and the voucher, as the journal has them."""

    async def rows() -> list[tuple[str, str]]:
        opened = await SqliteJournal.open(journal)
        try:
            return [
                (row.type, row.payload.decode())
                async for batch in opened.read("house")
                for row in batch
            ]
        finally:
            await opened.close()

    told = asyncio.run(rows())
    return {
        name: re.findall(r'"(V?\d{18})"', text)[-1]
        for name, text in told
        if '"' in text and re.search(r'"V?\d{18}"', text)
    }


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "floor.toml"
    assert CliRunner().invoke(main, ["init", str(file)]).exit_code == 0
    return file


def test_the_signs_of_a_floor_in_each_language_of_the_house(config: Path) -> None:
    said = paper("sign", config)
    assert said.exit_code == 0
    for title in ("Baccarat, table L1", "百家乐，L1 号桌", "百家樂，L1 號桌", "Sic Bo, table S1"):
        assert title in said.stdout
    one = paper("sign", config, "S1", "--language", "zh").stdout
    assert "骰宝，S1 号桌" in one
    assert "百家乐" not in one


def test_signs_as_pdf_and_for_a_receipt_printer(config: Path, tmp_path: Path) -> None:
    said = paper("sign", config, "L1", "--out", tmp_path / "signs.pdf")
    assert said.exit_code == 0, said.output
    document = pypdfium2.PdfDocument(tmp_path / "signs.pdf")
    assert len(document) == 3
    assert "19 to 20" in document[0].get_textpage().get_text_range()
    document.close()
    paper("sign", config, "L1", "--language", "en", "--out", tmp_path / "sign.escpos")
    assert "Winning wagers pay" in read((tmp_path / "sign.escpos").read_bytes()).text
    with PaperPrinter() as there:
        said = paper("sign", config, "L1", "--language", "en", "--printer", there.where)
        assert said.exit_code == 0, said.output
    (printed,) = there.printed
    assert "Winning wagers pay" in printed.text
    assert not said.stdout, "what went to paper is not on the screen too"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["X9"], "has no table X9; it has L1, S1"),
        (["--out", "sign.doc"], "ending in .pdf, .txt, .escpos"),
        (["--out", "/proc/none/sign.pdf"], "cannot write /proc/none/sign.pdf"),
        (["--printer", "127.0.0.1:1"], "printer 127.0.0.1:1: "),
        (["--printer", "no/such/lp0"], "printer no/such/lp0: No such file"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_a_sentence(
    config: Path, arguments: list[str], why: str
) -> None:
    said = paper("sign", config, *arguments)
    assert said.exit_code != 0
    assert why in said.output
    assert "Traceback" not in said.output


def test_a_ticket_of_a_journal_is_a_copy_and_a_voucher_is_whole(
    journal: Path, numbers: dict[str, str], tmp_path: Path
) -> None:
    number = numbers["TicketIssued"]
    said = paper("slip", journal, number).stdout
    assert "COPY - NO VALUE" in said
    assert "$20.00" in said
    assert "twenty dollars and no cents" in said
    assert number not in said
    assert number[-4:] in said
    voucher = numbers["HandPayPaid"]
    out = tmp_path / "voucher.pdf"
    assert paper("slip", journal, voucher, "--out", out).exit_code == 0
    document = pypdfium2.PdfDocument(out)
    scanned = zxingcpp.read_barcodes(document[0].render(scale=2).to_pil())
    document.close()
    assert [one.text for one in scanned] == [voucher.removeprefix("V")]
    # The number of the ticket that did not print leads to what took its place.
    assert "$50.00" in paper("slip", journal, voucher.removeprefix("V")).stdout


def test_lt_9_1_the_form_of_a_voucher(journal: Path, numbers: dict[str, str]) -> None:
    said = paper("slip", journal, numbers["HandPayPaid"], "--form", "--language", "en").stdout
    assert "Manual payment form" in said
    assert "fifty dollars and no cents" in said
    assert "Player's signature" in said
    refused = paper("slip", journal, numbers["TicketIssued"], "--form")
    assert "only a voucher is paid by form" in refused.output
    assert "no ticket or voucher 000" in paper("slip", journal, "000").output
