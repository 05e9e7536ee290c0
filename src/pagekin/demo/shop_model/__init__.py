"""What the demo shop sells: a pure function of seed, product and day; nothing here is HTML."""
