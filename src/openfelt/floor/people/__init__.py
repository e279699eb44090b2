"""People: staff and their powers, what they have to see to, and the player at a seat."""
