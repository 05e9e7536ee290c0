"""Rendering: pages as they are after their scripts have run, in a browser that reaches nobody but us."""
