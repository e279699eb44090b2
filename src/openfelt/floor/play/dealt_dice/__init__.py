"""Dice that a dealer tumbles: at the start or the end of wagering, said by him or recognised."""
