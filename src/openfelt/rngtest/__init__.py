"""Statistical tests on what the live virtual devices give: cards, dice and numbers."""
