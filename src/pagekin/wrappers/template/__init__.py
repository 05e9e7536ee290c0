"""What the pages of a template have in common, learned from the pages alone."""
