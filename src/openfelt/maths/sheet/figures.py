"""The figures of sheets as one JSON text, and the digest that ties a document to it."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence

from openfelt.maths.par import Sheet, as_json
from openfelt.maths.profile import Profile

Worked = Sequence[tuple[Sheet, Mapping[str, Profile]]]


def work_out(sheets: Iterable[Sheet]) -> Worked:
    """Work out every bet of every sheet, once for all who show it."""
    return [(sheet, sheet.profiles()) for sheet in sheets]


def json_text(worked: Worked) -> str:
    """Write the figures in the published format, as `openfelt par --json` prints them."""
    figures = {
        sheet.key: {bet: as_json(profile) for bet, profile in profiles.items()}
        for sheet, profiles in worked
    }
    return json.dumps(figures, indent=1) + "\n"


def digest(worked: Worked) -> str:
    """Hash the JSON text."""
    return hashlib.sha256(json_text(worked).encode()).hexdigest()
