"""The way to a new crawler: an address, the pages found, their fields, a schedule and an alert.

Every step has an address of its own and shows what is there: it can be left and come back to.
"""
