"""Modules that exported projects get as they are; so none of them imports anything of pagekin."""
