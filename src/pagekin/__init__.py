"""Give it one page; it finds the page's kin."""

__version__ = "0.1.0"
