"""The front of the document: what it is, which books it is of, how it was made."""

from collections.abc import Sequence
from typing import Final

from openfelt.maths.par import Sheet
from openfelt.maths.sheet.figures import Worked, digest
from openfelt.maths.sheet.markup import anchor, chapter, described, element, text
from openfelt.maths.sheet.words import plural
from openfelt.rulebooks.rulebook import Rulebook

METHOD: Final = (
    (
        "One definition",
        (
            "For every bet and every outcome there is one verdict in one table. The floor pays "
            "by that table, and every figure here is counted from it; none comes from a "
            "second description of a bet."
        ),
    ),
    (
        "Exact fractions",
        (
            "All figures are fractions of whole numbers, carried without loss from the first "
            "count to the last line. A decimal stands beside its fraction for reading; it is "
            "rounded from the fraction by whole-number arithmetic to the nearest in its last "
            "place, a half away from zero. No floating-point number and no simulation is used."
        ),
    ),
    (
        "Baccarat",
        (
            "The first coup of a full, shuffled shoe, dealt without replacement. Every order of "
            "six cards is counted, though a coup may need only four or five: the cards it does "
            "not use are counted along, so that every coup has its right weight."
        ),
    ),
    (
        "Dice and wheel",
        (
            "Every ordered roll of the dice, and every pocket of the wheel, is equally likely "
            "and independent of what came before."
        ),
    ),
    (
        "Craps",
        (
            "A wager that one roll may leave undecided is followed from its placement through "
            "every point on which it can stand until it ends, as an absorbing Markov chain "
            "solved exactly."
        ),
    ),
    (
        "Rounding of payments",
        (
            "Ignored. Where a table pays in whole cents or chips, a payment that does not come "
            "out even differs from these figures by less than one such unit."
        ),
    ),
)

DEFINITIONS: Final = (
    (
        "Unit and net",
        (
            "Every figure is for one unit staked on one bet. Net is what the player gains for "
            "it: −1 when the stake is lost, 0 when it goes back, and what the odds give when it "
            "wins."
        ),
    ),
    (
        "Push",
        (
            "The stake goes back to the player. Where a table pays a bonus on a tie, the bonus "
            "is paid besides: the result is still a push, and its net is the bonus."
        ),
    ),
    (
        "House edge",
        (
            "The expected loss for each unit wagered. A push counts as a wager that lost "
            "nothing, and is not left out; a commission is included."
        ),
    ),
    (
        "Commission",
        (
            "Two kinds. Where the printed odds are less a percentage, that part is off the "
            "winnings already and the net is after it. On Buy and Lay the commission is paid on "
            "top of the stake when the wager is placed and is kept, won or lost: the net of a "
            "line excludes it, the edge includes it."
        ),
    ),
    (
        "Edge per outlay",
        (
            "For Buy and Lay: the expected loss for each unit put down, where the outlay is the "
            "stake with its commission."
        ),
    ),
    (
        "Theoretical return",
        (
            "One less the expected loss per unit put down: what comes back, in the long run, of "
            "all that is laid out. Stakes that go back are part of it."
        ),
    ),
    (
        "Variance",
        (
            "Of the net for one unit staked; the standard deviation is its square root. A "
            "commission paid for certain adds nothing to it."
        ),
    ),
    (
        "Expected rolls",
        (
            "For craps: the mean number of rolls from placement to decision. An odds wager is "
            "placed when its point is set, and its rolls are counted from there."
        ),
    ),
    (
        "Bets alike",
        (
            "Bets of one kind whose lines, odds, clauses and figures are equal to the last "
            "digit are printed once, with all their codes."
        ),
    ),
)

# A chip, drawn by hand; it says nothing the heading does not say.
_EMBLEM: Final = (
    '<svg viewBox="0 0 64 64" aria-hidden="true" class="emblem">'
    '<circle cx="32" cy="32" r="29" class="rim"></circle>'
    '<circle cx="32" cy="32" r="24.5" class="edge"></circle>'
    '<circle cx="32" cy="32" r="17" class="ring"></circle>'
    '<path d="M32 20 L41 32 L32 44 L23 32 Z" class="pip"></path></svg>'
)


def _books(rulebooks: Sequence[Rulebook]) -> str:
    head = ("Variant", "Title", "Book", "Version", "In force", "Fingerprint (SHA-256)")
    rows = (
        element(
            "tr",
            element(
                "th", element("a", text(book.code), href=f"#{chapter(book.code)}"), scope="row"
            ),
            *(
                element("td", text(value), data_label=label)
                for label, value in zip(
                    head[1:5], (book.title, book.book, book.version, book.effective), strict=True
                )
            ),
            element("td", element("code", book.fingerprint, class_="hash"), data_label=head[5]),
        )
        for book in rulebooks
    )
    return element(
        "table",
        element("caption", "The rulebooks these figures are of"),
        element("thead", element("tr", *(element("th", name, scope="col") for name in head))),
        element("tbody", *rows),
        class_="plain books",
    )


def _tally(worked: Worked, rulebooks: Sequence[Rulebook]) -> str:
    bets = sum(len(profiles) for _, profiles in worked)
    lines = sum(len(profile.lines) for _, profiles in worked for profile in profiles.values())
    counted = (
        (len(rulebooks), "variant"),
        (len(worked), "sheet"),
        (bets, "bet"),
        (lines, "pay line"),
    )
    split = (plural(number, noun).partition(" ") for number, noun in counted)
    return tally([(number, noun) for number, _, noun in split])


def heading(version: str, title: str, says: str, aside: str) -> str:
    """Return the head of a document of ours: what it is, and some figures beside it."""
    return element(
        "header",
        _EMBLEM,
        element(
            "div",
            element("p", text(f"OpenFelt {version}"), class_="maker"),
            element("h1", text(title)),
            element("p", text(says), class_="sub"),
        ),
        aside,
        class_="cover",
    )


def tally(figures: Sequence[tuple[str, str]]) -> str:
    """Return figures that stand out, each with its noun below it."""
    items = (element("li", f"{text(number)}<br>{text(noun)}") for number, noun in figures)
    return element("ul", *items, class_="tally")


def cover(worked: Worked, rulebooks: Sequence[Rulebook], version: str) -> str:
    """Return the title, the rulebooks, the method and the definitions."""
    says = "The exact mathematics of every bet, as the floor pays it."
    title = heading(version, "PAR sheets", says, _tally(worked, rulebooks))
    proof = element(
        "p",
        "The same figures for machines: ",
        element("code", "openfelt par --json"),
        " with the same sheets prints them, and the SHA-256 of what it prints is ",
        element("code", digest(worked), class_="hash"),
        ".",
    )
    fingerprint = element(
        "p",
        "A fingerprint is taken over the odds, the commission, the shoe, the course of a round and "
        "the policy of a variant: change any of them and it changes.",
    )
    return (
        title
        + element("section", element("h2", "Rulebooks"), _books(rulebooks), fingerprint, proof)
        + element(
            "section",
            element("h2", "How the figures were made"),
            described(_texts(METHOD), "terms"),
        )
        + element("section", element("h2", "Definitions"), described(_texts(DEFINITIONS), "terms"))
    )


def _texts(pairs: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(term, text(says)) for term, says in pairs]


def contents(rulebooks: Sequence[Rulebook], sheets: Sequence[Sheet]) -> str:
    """Return the list of what follows, each a link."""
    items = []
    for book in rulebooks:
        own = [sheet for sheet in sheets if sheet.rulebook is book]
        links = " ".join(
            element("a", text(sheet.key), href=f"#{anchor(sheet.key)}") for sheet in own
        )
        head = element("a", text(book.title), href=f"#{chapter(book.code)}", class_="to")
        items.append(element("li", head, " ", element("span", links, class_="keys")))
    search = (
        '<p class="search" hidden><label for="find">Show only bets whose code contains</label> '
        '<input id="find" type="search" autocomplete="off" placeholder="banker, hop:3-4, split" '
        'spellcheck="false"> <output for="find"></output></p>'
    )
    return element(
        "nav",
        element("h2", "Contents"),
        element("ol", *items),
        search,
        id="contents",
        aria_label="Contents",
    )
