"""Rewriting what a transcript expects, to what came of it: for review, like any other change."""

import re

from openfelt.scenario.judge import BOUND, Seen, judge, judge_expectation, same
from openfelt.scenario.script import Script, Step, halves, without_comment


def accepted(text: str, script: Script, seen: dict[int, Seen]) -> str:
    """Return the transcript with every line that does not hold put right.

    Only what a line names is rewritten; its words, its place and its comment stay.
    """
    lines = text.split("\n")
    for step in script.steps:
        if step.number in seen:
            index = step.number - 1
            lines[index] = _line(lines[index], step, seen[step.number])
    return "\n".join(lines)


def _line(line: str, step: Step, seen: Seen) -> str:
    if step.actor == "expect":
        return line if judge_expectation(step, seen) is None else _expectation(line, step, seen)
    return line if judge(step, seen) is None else _answered(line, step, seen)


def _expectation(line: str, step: Step, seen: Seen) -> str:
    """Put the shown values in; a thing that was expected not to be so has no other value."""
    if "not" in step.words or not step.options:
        return line
    said = without_comment(line)
    new = said
    for key, wanted in step.options.items():
        if not same(wanted, seen.keys[key]):
            new = re.sub(rf"(?<=\s){re.escape(key)}=\S+", f"{key}={seen.keys[key]}", new, count=1)
    return _with_comment(new, line, said)


def _answered(line: str, step: Step, seen: Seen) -> str:
    said = without_comment(line)
    asked, answer = halves(said)
    words = ["ok"]
    if seen.refusal:
        quoted = [f'"{seen.clause}"'] if step.clause is not None and seen.clause else []
        words = ["refused", seen.refusal, *quoted]
    for key, wanted in step.keys.items():
        actual = seen.keys[key]
        if actual != "none" or key not in BOUND:
            words.append(f"{key}={wanted if same(wanted, actual) else actual}")
    front = asked if answer is not None else f"{asked.rstrip()} "
    return _with_comment(f"{front}-> {' '.join(words)}", line, said)


def _with_comment(new: str, line: str, said: str) -> str:
    """Keep the comment in its column where the new text leaves room for it."""
    comment = line[len(said) :]
    if not comment.strip():
        return new
    return f"{new:<{len(line) - len(comment.lstrip()) - 1}} {comment.lstrip()}"
