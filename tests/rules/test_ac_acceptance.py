"""AC 3.9: the register's acceptance examples as one-line transcripts.

A line is played from the left: `bet=10` places ten dollars, `+bet=5` adds to
it, `-bet` takes it down, and `34` rolls a 3 and a 4.  The answer holds every
wager decided (its result and what came back), every refusal by its code, and
what the balance has gained at the end.
"""

from decimal import Decimal
from typing import Final

import pytest

from openfelt.core.money import Cents
from openfelt.core.refusal import Refusal
from openfelt.games.craps.layout import CrapsLayout
from openfelt.rulebooks.ac import AC
from openfelt.rulebooks.craps import craps_rules

START: Final = 100_000


def cents(dollars: str) -> Cents:
    return Cents(int(Decimal(dollars) * 100))


def refused(refusal: Refusal | None) -> list[str]:
    return [] if refusal is None else [refusal.value]


def step(table: CrapsLayout, token: str) -> list[str]:
    if token.isdigit():
        settled = table.roll((int(token[0]), int(token[1])))
        return [f"{s.wager} {s.verdict.result.value} {Decimal(s.returned) / 100}" for s in settled]
    if token.startswith("-"):
        return refused(table.take_down(token[1:]))
    bet, _, dollars = token.partition("=")
    if bet.startswith("+"):
        return refused(table.add(bet[1:], bet[1:], cents(dollars)))
    name = bet if bet not in table.open else f"{bet}'"
    return refused(table.place(name, bet, cents(dollars)))


def play(script: str) -> str:
    table = CrapsLayout(craps_rules(AC), Cents(START))
    told = [line for token in script.split() for line in step(table, token)]
    gained = Decimal(table.balance - START) / 100
    return "; ".join([*told, f"{gained:+}"])


# Clause, what happens, what is said.
TRANSCRIPTS: Final = """
3.9.1      | pass_line=10 33 +pass_line=5 42                  | pass_line win 30; +15
3.9.1      | pass_line=10 33 +pass_line=5                     | -15
3.9.1      | pass_line=10 33 -pass_line                       | WAGER_CANNOT_BE_TAKEN_DOWN; -10
3.9.1      | 33 pass_line=10                                  | PHASE_DOES_NOT_ALLOW; +0
3.9.1      | pass_line=10 -pass_line                          | +0
3.9.1.1    | pass_line=10 34                                  | pass_line win 20; +10
3.9.1.1.1  | pass_line=10 56                                  | pass_line win 20; +10
3.9.1.1.2  | pass_line=10 45 66 11 12 36                      | pass_line win 20; +10
3.9.1.2    | pass_line=10 12                                  | pass_line lose 0; -10
3.9.1.2.1  | pass_line=10 66                                  | pass_line lose 0; -10
3.9.1.2.2  | pass_line=10 23 56 34                            | pass_line lose 0; -10
3.9.2      | pass_line=10 22 odds:4=20                        | -30
3.9.2      | pass_line=10 odds:4=20                           | LINE_WAGER_NEEDED; -10
3.9.2      | pass_line=10 22 odds:4=20 -odds:4                | -10
3.9.2.1    | pass_line=10 22 odds:4=21                        | ABOVE_ODDS_LIMIT; -10
3.9.2.1    | pass_line=10 22 +pass_line=5 odds:4=30           | -45
3.9.2.1    | pass_line=10 22 +pass_line=5 odds:4=30.01        | ABOVE_ODDS_LIMIT; -15
3.9.2.2    | pass_line=10 22 odds:4=20 13                     | pass_line win 20; odds:4 win 60; +50
3.9.2.3    | pass_line=10 22 odds:4=20 34                     | pass_line lose 0; odds:4 lose 0; -30
3.9.3      | 33 come=10                                       | -10
3.9.3      | 33 come=10 55 -come                              | WAGER_CANNOT_BE_TAKEN_DOWN; -10
3.9.3      | come=10                                          | -10
3.9.3      | 33 come=10 44 +come=5 62                         | come win 30; +15
3.9.3.1    | 33 come=10 61                                    | come win 20; +10
3.9.3.1.1  | pass_line=10 33 come=10 34                       | pass_line lose 0; come win 20; +0
3.9.3.1.2  | 33 come=10 44 12 53                              | come win 20; +10
3.9.3.2    | 33 come=10 66                                    | come lose 0; -10
3.9.3.2.1  | 33 come=10 12                                    | come lose 0; -10
3.9.3.2.2  | 33 come=10 23 33 34                              | come lose 0; -10
3.9.4      | 33 come=10 23 come_odds:5=20                     | -30
3.9.4      | 33 come=10 come_odds:5=20                        | LINE_WAGER_NEEDED; -10
3.9.4.1    | 33 come=10 23 come_odds:5=20.01                  | ABOVE_ODDS_LIMIT; -10
3.9.4.2    | 33 come=10 23 come_odds:5=20 41                  | come win 20; come_odds:5 win 50; +40
3.9.4.3    | 33 come=10 23 come_odds:5=20 33 34               | come lose 0; come_odds:5 lose 0; -30
3.9.5      | big_6=6 33                                       | big_6 win 12; +6
3.9.5      | big_6=6 44 51                                    | big_6 win 12; +6
3.9.6      | big_8=6 33 34                                    | big_8 lose 0; -6
3.9.7      | place:6=12 34                                    | place:6 lose 0; -12
3.9.7      | place:6=12 55 -place:6                           | +0
3.9.7.1    | place:6=12 33 33                                 | place:6 win 26; +14
3.9.7.2    | place:9=10 33 34                                 | place:9 lose 0; -10
3.9.8      | buy:4=20                                         | -21
3.9.8      | buy:4=20 66 -buy:4                               | +0
3.9.8      | buy:4=20 13                                      | buy:4 win 60; +39
3.9.9      | hard:6=5 33                                      | hard:6 win 50; +45
3.9.9      | hard:6=5 44 42                                   | hard:6 lose 0; -5
3.9.9      | hard:6=5 61                                      | hard:6 lose 0; -5
3.9.10     | 33 dont_pass=10                                  | PHASE_DOES_NOT_ALLOW; +0
3.9.10     | dont_pass=10 33 -dont_pass                       | +0
3.9.10     | dont_pass=10 33 +dont_pass=5                     | WAGER_CANNOT_BE_RAISED; -10
3.9.10.1   | dont_pass=10 11                                  | dont_pass win 20; +10
3.9.10.1.1 | dont_pass=10 12                                  | dont_pass win 20; +10
3.9.10.1.2 | dont_pass=10 55 56 34                            | dont_pass win 20; +10
3.9.10.2   | dont_pass=10 56                                  | dont_pass lose 0; -10
3.9.10.2.1 | dont_pass=10 34                                  | dont_pass lose 0; -10
3.9.10.2.2 | dont_pass=10 44 66 26                            | dont_pass lose 0; -10
3.9.10.3   | dont_pass=10 66 34                               | dont_pass push 10; +0
3.9.11     | dont_come=10                                     | PHASE_DOES_NOT_ALLOW; +0
3.9.11     | 23 dont_come=10                                  | -10
3.9.11     | 23 dont_come=10 44 +dont_come=5                  | WAGER_CANNOT_BE_RAISED; -10
3.9.11     | 23 dont_come=10 44 -dont_come                    | +0
3.9.11.1   | 23 dont_come=10 12                               | dont_come win 20; +10
3.9.11.1.1 | 23 dont_come=10 11                               | dont_come win 20; +10
3.9.11.1.2 | 23 dont_come=10 22 32 34                         | dont_come win 20; +10
3.9.11.2   | 23 dont_come=10 34                               | dont_come lose 0; -10
3.9.11.2.1 | 23 dont_come=10 65                               | dont_come lose 0; -10
3.9.11.2.2 | 23 dont_come=10 22 31                            | dont_come lose 0; -10
3.9.11.3   | 23 dont_come=10 66 34                            | dont_come push 10; +0
3.9.12     | dont_pass=10 22 dont_odds:4=40                   | -50
3.9.12     | dont_pass=10 dont_odds:4=40                      | LINE_WAGER_NEEDED; -10
3.9.12.1   | dont_pass=10 22 dont_odds:4=40.01                | ABOVE_ODDS_LIMIT; -10
3.9.12.1   | dont_pass=10 23 dont_odds:5=30.01                | ABOVE_ODDS_LIMIT; -10
3.9.12.1   | dont_pass=10 33 dont_odds:6=25                   | ABOVE_ODDS_LIMIT; -10
3.9.12.1   | dont_pass=10 33 dont_odds:6=24 -dont_pass        | +0
3.9.12.2 | dont_pass=10 22 dont_odds:4=40 34 | dont_pass win 20; dont_odds:4 win 60; +30
3.9.12.3 | dont_pass=10 22 dont_odds:4=40 13 | dont_pass lose 0; dont_odds:4 lose 0; -50
3.9.13     | 23 dont_come=10 45 dont_come_odds:9=30           | -40
3.9.13.1   | 23 dont_come=5 44 dont_come_odds:8=12            | -17
3.9.13.1   | 23 dont_come=5 44 dont_come_odds:8=13            | ABOVE_ODDS_LIMIT; -5
3.9.13.1   | 23 dont_come=5 44 dont_come_odds:8=12 -dont_come | +0
3.9.13.2 | 23 dont_come=5 44 dont_come_odds:8=12 34 | dont_come win 10; dont_come_odds:8 win 22; +15
3.9.13.3 | 23 dont_come=5 44 dont_come_odds:8=12 53 | dont_come lose 0; dont_come_odds:8 lose 0; -17
3.9.14     | place_lose:4=11                                  | -11
3.9.14.1   | place_lose:4=11 55 34                            | place_lose:4 win 16; +5
3.9.14.2   | place_lose:4=11 22                               | place_lose:4 lose 0; -11
3.9.15     | lay:4=40                                         | -41
3.9.15     | lay:4=40 55 -lay:4                               | +0
3.9.15     | lay:4=40 34                                      | lay:4 win 60; +19
3.9.16     | field=5 45                                       | field win 10; +5
3.9.16     | field=5 23                                       | field lose 0; -5
3.9.17     | any_seven=2 16                                   | any_seven win 11; +9
3.9.18     | any_craps=2 12                                   | any_craps win 17; +15
3.9.19     | c=2 66                                           | c win 17; +15
3.9.20     | e=1 56                                           | e win 17; +16
3.9.21     | c_and_e=4 12                                     | c_and_e win 17; +13
3.9.21     | c_and_e=4 65                                     | c_and_e win 34; +30
3.9.22     | horn=4 21                                        | horn win 17; +13
3.9.22     | horn=4 66                                        | horn win 34; +30
3.9.22     | horn=5 56                                        | horn win 21.25; +16.25
3.9.22     | horn=4.01                                        | NOT_A_MULTIPLE; +0
3.9.23     | hop:5-5=1 55                                     | hop:5-5 win 34; +33
def:Easy   | hop:2-6=1 62                                     | hop:2-6 win 17; +16
def:Hard   | hard:8=2 44                                      | hard:8 win 20; +18
def:draw   | dont_pass=10 66                                  | dont_pass push 10; +0
def:come out roll | 44 53 pass_line=10                        | -10
def:come out roll | 44 pass_line=10                           | PHASE_DOES_NOT_ALLOW; +0
3.10       | place:6=5 33                                     | place:6 win 10.84; +5.84
3.10       | place:6=10 33                                    | place:6 win 21.67; +11.67
3.12       | e=1 65                                           | e win 17; +16
"""


def _params() -> list[object]:
    rows = (line.split("|") for line in TRANSCRIPTS.strip().splitlines())
    return [
        pytest.param(
            script.strip(),
            told.strip(),
            marks=pytest.mark.clause(f"AC {clause.strip()}"),
            id=f"{clause.strip()} {script.strip()}".replace(" ", "_"),
        )
        for clause, script, told in rows
    ]


@pytest.mark.parametrize(("script", "told"), _params())
def test_the_layout_answers_as_the_register_accepts(script: str, told: str) -> None:
    assert play(script) == told
