"""The whole floor on a virtual clock, played by a random crowd while everything goes wrong.

Seed and commit reproduce a run.  After every durable row an auditor that
shares no code with the floor has its say.
"""
