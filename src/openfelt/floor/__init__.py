"""The floor, pure: commands are decided into events, events change the state and the ledger.

`decide` judges and changes nothing; `evolve` changes and judges nothing.  Time,
identities and device readings arrive inside commands.
"""
