"""The append-only, hash-chained journal: one contract, three places to keep it.

An event is bytes here.  The package imports nothing else of OpenFelt.
"""
