"""Where a page is from, and how amounts and dates are written there."""
