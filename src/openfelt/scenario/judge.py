"""Whether a line holds: what it says against what came of it."""

from dataclasses import dataclass, field

from openfelt.scenario.script import Step

BOUND = ("ticket", "voucher", "case")


@dataclass(frozen=True, slots=True)
class Failure:
    """The first line that does not hold."""

    line: int
    text: str
    expected: str
    actual: str


@dataclass(slots=True)
class Seen:
    """What a line came to: a refusal's code or none, its clause, and each key that is asked for.

    `balanced` says so, or what is not; None where the line does not ask.
    """

    refusal: str | None = None
    clause: str = ""
    keys: dict[str, str] = field(default_factory=dict)
    balanced: str | None = None


def same(wanted: str, actual: str) -> bool:
    """Compare two values; dollars may be written without cents."""
    return wanted == actual or f"{wanted}.00" == actual


def judge(step: Step, seen: Seen) -> Failure | None:
    """Compare a step with what came of it; only what the step names is compared."""

    def fails(expected: str, actual: str) -> Failure:
        return Failure(step.number, step.text, expected, actual)

    if seen.refusal != step.refusal:
        return fails(_answer(step.refusal), _answer(seen.refusal))
    if step.clause is not None and step.clause != seen.clause:
        return fails(f'"{step.clause}"', f'"{seen.clause}"')
    for key, wanted in step.keys.items():
        if not same(wanted, seen.keys[key]):
            return fails(f"{key}={wanted}", f"{key}={seen.keys[key]}")
    return None


def judge_expectation(step: Step, seen: Seen) -> Failure | None:
    """Compare an `expect` line with what is shown."""
    negated = "not" in step.words
    if seen.balanced is not None and (seen.balanced == "balanced") is negated:
        return Failure(step.number, step.text, " ".join(step.words[1:]), seen.balanced)
    for key, wanted in step.options.items():
        if same(wanted, seen.keys[key]) is negated:
            expected = f"not {key}={wanted}" if negated else f"{key}={wanted}"
            return Failure(step.number, step.text, expected, f"{key}={seen.keys[key]}")
    return None


def _answer(refusal: str | None) -> str:
    return f"refused {refusal}" if refusal else "ok"
