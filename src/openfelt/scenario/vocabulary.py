"""The lines a transcript may hold, and what they mean; read by `verbs.py`, `staff_verbs.py`."""

from typing import Final, get_args

from openfelt.floor.money.paying import Form, Identity
from openfelt.floor.play.played import PLAYED


def _one_of(words: object) -> str:
    """Write the words that a key takes."""
    return "|".join(filter(None, get_args(words)))


_TABLE_OPTIONS: Final = (
    "min_total= aggregate= differential= tie_max= pair_max= decks= tie_percent="
    " unconfirmed=commit|reject shoot_value= shooter=rotate|highest ticket_limit="
    " shoe=ready|new standby=auto|manual pairs=on|off result_pause= tumble=end|start"
    " dice=dealer|recognition"
)
SET_UP: Final = (
    (
        "`table ID VARIANT period= min= max= unit=`",
        f"optional: `{_TABLE_OPTIONS}`; of a closed table: it opens again, so set up",
    ),
    ("`terminal ID tables=A,B`", "optional: `notes=5,10,20,50,100 seat=N printer=ok|fault|silent`"),
    ("`house demo`", "before any table: nothing of this floor is worth money"),
    (
        "`house desk [coin= identity= second=]`",
        "cashiers pay out of drawers in steps of `coin`, from these sums on by a document, by two",
    ),
    (
        "`house kiosk ID cassettes=50,20,1 [most= change= slips=yes]`",
        "it pays tickets up to `most` and leaves up to `change` to the desk; closed and empty",
    ),
    ("`house tickets life=DAYS`", "what nobody brings in so many days is unclaimed; 0 is never"),
    (
        "`house tickets host|own`",
        "the casino's ticketing host has the say over tickets from now on, or our store alone",
    ),
    (
        "`staff name=role …`",
        "whoever has no role may do nothing; `name=none` takes away what he has",
    ),
)

_COMMON: Final = (
    ("terminal", "`insert note N`", "a note is stacked"),
    ("terminal", "`insert ticket #1`", "the house redeems a ticket into the terminal"),
    ("terminal", "`bet T CODE N`", "lay chips"),
    ("terminal", "`move T FROM TO [N]`", "move chips, all of them without an amount"),
    ("terminal", "`cancel T CODE`, `take down T CODE [N]`", "take chips up, all without an amount"),
    ("terminal", "`clear T`", "take all up that is not confirmed"),
    ("terminal", "`repeat T`", "lay again what the last round was played for"),
    ("terminal", "`double T`", "lay as much again"),
    ("terminal", "`confirm T`", "lock what is staged"),
    ("terminal", "`shoot T`", "the shooter's button"),
    ("terminal", "`cash out`", "all credit to a ticket, or a voucher"),
    ("terminal", "`call`", "call an attendant"),
    ("terminal", "`withdraw call`", "take the call back"),
    (
        "terminal",
        "`object T outcome|malfunction [round=N]`",
        "MT: the player says that a result is wrong, or that something does not work",
    ),
    (
        "terminal",
        "`reports T [credit=N] [wagers=CODE/N,…|none|unseen] [fault=sequence|display]`",
        "AC, SB: what its screen showed of the last round, all of it right unless it is said",
    ),
    ("terminal", "`read LINE`", "acknowledge a line that told of a change of credit"),
    ("dealer `name@T`", "`new game`", "open a wagering period"),
    (
        "dealer `name@T`",
        "`no bet`",
        "MT: begin a round without wagers that a rule or a supervisor asks for",
    ),
    ("dealer `name@T`", "`confirm result`", "settle, or end a dummy hand"),
    ("dealer `name@T`", "`resume`", "let a suspended table go on"),
    ("supervisor", "`void T [round=N] reason=…`", "the undecided round, or a settled one"),
    ("supervisor", "`actual T cards …|dice … [round=N]`", "the true outcome of a settled round"),
    ("supervisor", "`limits T [min= max= unit=] [now]`", "another sign, after due notice"),
    (
        "casino supervisor",
        "`rounds T N|continuous`",
        "MT: N rounds without wagers, or as many as there is time for until one is confirmed",
    ),
    ("supervisor", "`close T [now]`", "close the table, after due notice"),
    ("supervisor", "`open T`", "open a closed table again as it was; a new shoe is to be burned"),
    (
        "supervisor",
        "`keep limits T`, `keep open T`",
        "take back every sign that was announced; the close that was",
    ),
    ("supervisor", "`suspend T`", "stop the table where it stands"),
    ("supervisor", "`resume T|TERMINAL`", "let it go on; a terminal is back in service"),
    ("supervisor", "`exclude TERMINAL [rule=N]`", "bar the player, who broke a rule of the book"),
    ("supervisor", "`admit TERMINAL`", "end an exclusion, or what `keep to` said"),
    ("EGS, AGM", "`keep to TERMINAL not TERMINAL`", "a player of both plays at the first only"),
    ("dealer, supervisor", "`leave TERMINAL`", "MT: a player is sent away, his wagers go back"),
    ("supervisor", "`malfunction T|TERMINAL`", "declare a malfunction"),
    (
        "casino supervisor",
        "`dispense T TERMINAL CODE N [CODE N …]`",
        "a wager stands at N after the close, or several at once",
    ),
    (
        "supervisor",
        "`invalidate T ground=disruption|fraud [forfeit=T1,T2] [round=N]`",
        "no outcome; wagers go back, those of frauds may be kept",
    ),
    ("supervisor", "`void wagers TERMINAL [rule=N]`", "one player's wagers go back"),
    (
        "casino supervisor",
        "`uphold objection TERMINAL`, `dismiss objection TERMINAL`",
        "MT: what a player said is decided; a wrong outcome has to be put right first",
    ),
    (
        "AGM (LT), supervisor",
        "`voucher TERMINAL`",
        "a voucher over the credit of a terminal that is out of service or cannot print",
    ),
    (
        "supervisor",
        "`recommend TERMINAL [rule=N]`",
        "recommend that the player be excluded from the casino (`done exclusion TERMINAL/ACCOUNT`)",
    ),
    ("supervisor", "`move on TERMINAL`", "an idle player is told to give up the place"),
    ("supervisor", "`make way TERMINAL`", "somebody beside it keeps others from it, and is told"),
    ("AGM, GM", "`hold #1`", "withhold payment; an inspector has to review it (`done hold #1`)"),
    (
        "AGM, GM",
        "`release #1 reason=… [determination=…]`",
        "allow payment again; what was determined is the reason unless it is said",
    ),
    (
        "AGM, GM",
        "`demand #1`",
        "demand back what was paid; reviewed (`done demand #1`), dropped by `release #1`",
    ),
    ("cashier", "`take back #1`", "what was demanded is back: a voucher over it, withheld"),
    ("attendant", "`coming TERMINAL`, `answer TERMINAL`", "sees to a call; the call is answered"),
    (
        "whoever has to",
        "`coming KIND ABOUT`, `done KIND ABOUT`",
        "sees to a task; it is done, an inspector has heard a notice",
    ),
    (
        "first instance",
        "`decide dispute TERMINAL ABOUT for|against [said=…]`",
        "LT: games supervisor, SB and AC: attendant, MT: casino supervisor; disputes are numbered",
    ),
    ("either instance", "`ask review N`", "the player wants the decision reviewed"),
    ("second instance", "`review dispute N for|against`", "it is decided again by somebody else"),
    (
        "either instance",
        "`end dispute N satisfied|advised|unsatisfied`",
        "`advised`: he is not satisfied and was told to whom he may complain",
    ),
    (
        "cashier; `kiosk`",
        "`redeem #1 [asked= form= identity= with=]`",
        f"pay a ticket in {_one_of(Form)}, whatever was asked for, by {_one_of(Identity)}",
    ),
    ("cashier; `kiosk`", "`ask host #1`", "ask the ticketing host for a ticket that was brought"),
    (
        "cashier",
        "`pay #v1 [signed] [asked= form= identity= signature= with=]`",
        "pay a voucher, whose form the player has signed, on a screen where a hash says what",
    ),
    ("cashier", "`open drawer N`, `close drawer N`", "begin with a float; end with what is there"),
    ("cashier", "`fill drawer N`, `empty drawer N`", "cash from the cage, or back there"),
    ("kiosk `ID`", "`insert ticket #1`", "pay it in notes and coins, and the rest by a voucher"),
    (
        "cashier",
        "`load ID VALUE N`, `unload ID VALUE N`",
        "pieces from the cage into a cassette of a closed kiosk, or back there",
    ),
    ("cashier", "`count ID N N …`", "what is in each cassette of a closed kiosk"),
    ("cashier", "`open ID`, `close ID`", "let a kiosk take tickets, or none"),
    (
        "cashier",
        "`came out ID N N … with=NAME`",
        "two say how many pieces of each cassette a silent dispenser has given",
    ),
    ("cashier", "`count drop PIT/TERMINAL/BOX N`", "what was in a note stacker that was taken out"),
    (
        "cashier",
        "`abandon TERMINAL with=NAME`",
        "credit that was left there at the day's end is nobody's; `release` gives it back",
    ),
    ("device", "`acceptor@TERMINAL box out NAME`", "its note stacker was taken out"),
    (
        "device",
        "`dispenser@ID ok|jam|short|silent`",
        "from now on it gives all, half and jams, a piece less, or does not say",
    ),
    (
        "device",
        "`slips@ID ok|fault|silent`",
        "from now on it prints what its kiosk leaves to the desk, cannot, or does not say",
    ),
    ("cashier", "`defer #v1 2d`", "payment waits for a time agreed with the player"),
    ("cashier", "`settle #d1`", "a voucher over what is due, or what is owed is paid in"),
    ("AGM, GM", "`write off #d1 with=NAME`", "give up what is owed"),
    ("device", "`printer@TERMINAL fault|ok|silent`", "from now on; `silent` gives no receipt"),
    (
        "device",
        "`tickets silent|ok`",
        "the ticketing host says nothing from now on; it answers what it was asked",
    ),
    (
        "others",
        "`tickets print NUMBER N`, `tickets pay #1`",
        "another machine of the house prints a ticket, or is given one",
    ),
    (
        "others",
        "`tickets report #1`, `tickets lose #1`",
        "the host tells again, or falsely, that one was paid; it forgets one",
    ),
    ("others", "`cms credit TERMINAL N id=X`", "a transfer, once for each id"),
    (
        "others",
        "`cms reverse TERMINAL N of=X id=Y`",
        "so much of a transfer goes back, once for each id, as far as it was not played",
    ),
    ("others", "`clock +30s`", "time passes; every timer due fires in order"),
    ("others", "`server restart`, `server crash`", "stop and start again"),
)
VERBS: Final = (*_COMMON, *(verb for way in PLAYED for verb in way.WORDS.verbs))


def forms_of(word: str) -> str:
    """Say how lines that begin with a word go on, or where all of them stand."""
    forms = [form.strip("`") for _, verb, _ in VERBS for form in verb.split("`, `")]
    begun = [form for form in forms if form.split()[0] == word]
    return ", or ".join(begun) or "docs/scenarios.md lists every verb"
