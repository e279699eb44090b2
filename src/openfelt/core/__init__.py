"""The words every game shares: money, odds, verdicts, cards, dice, the wheel, fair draws."""
