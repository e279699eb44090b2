"""What a dealt dice table remembers of a round."""

import msgspec

# When the dealer tumbles: when wagering is over, or when the round opens, under a cover.
END, START = TUMBLES = ("end", "start")
# Who says how the dice lie.
DEALER, RECOGNITION = SAID_BY = ("dealer", "recognition")


class DealtDicePlay(msgspec.Struct, tag="dealt_dice"):
    """How the table was set up, and whether the dice of this round have been tumbled."""

    tumble: str
    dice: str
    tumbled: bool = False
