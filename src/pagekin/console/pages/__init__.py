"""The pages of a site: its crawls, records, changes, errors, map, settings and versions."""
