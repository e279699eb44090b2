"""One folder a way of playing: what happens between the close of wagering and the result."""
