"""Navigational queries: best paths, trees of links and reach on the link graph of a crawl."""
