"""The four games, each defined once: its outcomes, and for each bet one pure function of them."""
