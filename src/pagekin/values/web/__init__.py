"""Images, links and meta elements: what an element points to or declares."""
