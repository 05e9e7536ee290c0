"""Prices: amounts and currencies, ranges, old prices, prices per unit."""
