"""One whole test of devices: what was asked, what was found, and the verdict."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from openfelt.rngtest.battery import findings
from openfelt.rngtest.bench import Device
from openfelt.rngtest.family import ALPHA, Judgement, judged
from openfelt.rngtest.finding import Finding, Whole
from openfelt.rngtest.outside import Opinion


@dataclass(frozen=True, slots=True)
class Trial:
    """Everything a report says.  `seed` is None on the live source."""

    rounds: int
    seed: int | None
    taken: Mapping[str, Whole]
    found: Sequence[Finding]
    judgement: Judgement
    opinions: Sequence[Opinion]

    @property
    def holds(self) -> bool:
        """Whether neither our tests nor a program of others speaks against the devices."""
        return self.judgement.holds and all(one.holds is not False for one in self.opinions)

    @property
    def says(self) -> str:
        """The verdict in a sentence."""
        against = [one.program for one in self.opinions if one.holds is False]
        return "; ".join([self.judgement.says, *(f"{name} found a FAILURE" for name in against)])

    @property
    def source(self) -> str:
        """What the devices drew from."""
        if self.seed is None:
            return "the operating system's secure source, as live"
        return f"a generator with seed {self.seed}, to be repeated; not the live source"


def trial(
    devices: Collection[Device],
    taken: Mapping[str, Whole],
    seed: int | None,
    opinions: Sequence[Opinion] = (),
) -> Trial:
    """Test what devices gave."""
    found = findings(devices, taken)
    rounds = max(len(outcomes) for outcomes in taken.values())
    return Trial(rounds, seed, taken, found, judged(found), opinions)


def as_json(made: Trial, version: str) -> dict[str, Any]:
    """Return the figures for machines."""
    judgement = made.judgement
    return {
        "openfelt": version,
        "rounds": made.rounds,
        "seed": made.seed,
        "source": made.source,
        "devices": list(made.taken),
        "confidence": 1 - ALPHA,
        "correction": "Holm",
        "tests": judgement.tests,
        "holds": made.holds,
        "says": made.says,
        "findings": [
            {
                "device": one.device,
                "test": one.test,
                "of": one.of,
                "measured": one.measured,
                "p": one.p,
                "p_together": together,
                "broken": broken,
            }
            for one, together, broken in zip(
                made.found, judgement.together, judgement.broken, strict=True
            )
        ],
        "opinions": [
            {"program": one.program, "says": one.says, "holds": one.holds} for one in made.opinions
        ],
    }
