"""What somebody has to see to or decide: objections, disputes, tasks."""

from typing import Literal

import msgspec

ObjectionAbout = Literal["outcome", "malfunction"]
DisputeAbout = Literal["outcome", "malfunction", "payment", "conduct", "promotion", "other"]


class Objection(msgspec.Struct, gc=False):
    """What a player says is wrong with a round, and since when; `put_right`: what became of it.

    It is the account's, whoever sits there by the time it is decided.
    """

    table: str
    round: int
    about: ObjectionAbout
    account: int
    since: int
    put_right: str = ""


class Dispute(msgspec.Struct, gc=False):
    """What a player says, how it was decided, by whom, and how far it has got.

    `role` is the highest that whoever decided it first held then; `reviewer` decided again.
    """

    table: str
    terminal: str
    account: int
    about: DisputeAbout
    said: str
    upheld: bool
    reason: str
    person: str
    role: str
    since: int
    stage: Literal["decided", "review", "reviewed"] = "decided"
    reviewer: str = ""


class Task(msgspec.Struct, frozen=True, gc=False):
    """Something that must be told or done, who has to, and by when.

    `overdue`: its time ran out and a reminder is on record.  `by` is whoever sees to it now, ""
    while nobody does; `amount` is the money it is about, `since` when it began.
    """

    kind: str
    about: str
    role: str
    due: int
    overdue: bool = False
    by: str = ""
    since: int = 0
    amount: int = 0
