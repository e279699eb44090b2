"""The second process: it reads committed rows and makes what the floor has no time for.

Round recall as a read model, verification in the background, snapshots, and the chain's heads kept
outside.  It never writes what decides.
"""
