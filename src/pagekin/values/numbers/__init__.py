"""Numbers: bare, with a unit, as a share or as a rating."""
