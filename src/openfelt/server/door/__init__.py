"""Before anybody is known: who may connect, for how long, and how his first words must read."""
