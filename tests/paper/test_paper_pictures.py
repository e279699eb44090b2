"""Pictures of paper as somebody looked at them: `REDRAW=1` draws them anew, to be looked at."""

import os
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from openfelt.floor.money.paying import Terms
from openfelt.floor.state import Limits
from openfelt.paper.pdf import pdf_of
from openfelt.paper.sheet import Sheet
from openfelt.paper.sign import sign
from openfelt.paper.slip import Letterhead, Payment, Slip, copy_of, form, ticket, voucher
from openfelt.rulebooks import VARIANTS

GOLDEN: Final = Path(__file__).parent / "pictures"
HOUSE: Final = Letterhead(zone=ZoneInfo("Australia/Sydney"))
SLIP: Final = Slip("010000000000000017", 123_456, "T1", False, "LT", 1_760_000_000_000_000)
OWED: Final = Slip("V010000000000000017", 1_200_000, "T1", True, "MT", 1_760_000_000_000_000)
PAID: Final = Payment(Terms("cash", "cheque", True, "passport"), "Casey", takes_two=True)
AC: Final = VARIANTS["AC"].definition()
SHEETS: Final[dict[str, Sheet]] = {
    "ticket": ticket(SLIP, HOUSE),
    "copy": copy_of(SLIP, HOUSE),
    "voucher": voucher(OWED, HOUSE),
    "form-zh-Hant": form(OWED, PAID, Letterhead(("zh-Hant",), HOUSE.zone)),
    "sign-en": sign("A1", AC, Limits(500, 50_000, 500, aggregate=100_000), "en", demo=False),
}
# A grey step here and there is the drawing library's; a stroke elsewhere is not.
MOST_APART: Final = 0.2


def picture(sheet: Sheet) -> Image.Image:
    document = pypdfium2.PdfDocument(pdf_of([sheet]))
    assert len(document) == 1
    drawn: Image.Image = document[0].render(scale=1).to_pil().convert("L")
    document.close()
    return drawn


@pytest.mark.parametrize("name", SHEETS)
def test_paper_looks_as_it_was_looked_at(name: str) -> None:
    drawn, file = picture(SHEETS[name]), GOLDEN / f"{name}.png"
    if os.environ.get("REDRAW"):
        GOLDEN.mkdir(exist_ok=True)
        drawn.save(file, optimize=True)
    with Image.open(file) as golden:
        assert drawn.size == golden.size
        apart = ImageStat.Stat(ImageChops.difference(drawn, golden.convert("L"))).mean[0]
    assert apart < MOST_APART
