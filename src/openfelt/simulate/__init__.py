"""Play the rulebooks' own columns at the machine's limit, and hold the result to them."""
