"""The engine: one writer a stream, group commit, and one gate through which everything leaves."""
