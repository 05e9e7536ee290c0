"""What people ask of crawls: queries, the verifier, links, values over time, changes and reports."""
