"""Change detection that does not cry wolf: what happened between two crawls, grouped and explained."""
