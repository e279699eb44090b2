"""Cards from a reading shoe: the coup, the shoe's life, and what goes wrong with it."""
