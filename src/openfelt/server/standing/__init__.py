"""What the floor has acknowledged, kept outside the journal, and compared before the doors open."""
