"""Reading from the store: crawls, their pages, records and links, and what changed between two crawls."""
