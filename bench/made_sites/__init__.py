"""Made-up sites with known truth: what decides whether kin are found is varied, each dimension by itself.

A `Plan` says of what kind a site is; `make_site` makes it; `measure` learns a crawler from one page of it and runs
the crawler, in process. Plan number n of a seed is always the same.
"""
