"""Names that nothing else has yet: of fields, bundles, tables, columns and files."""

from collections.abc import Collection


def unused_name(name: str, taken: Collection[str]) -> str:
    """Return a name that is not taken: the name itself, or with the first free number."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name}_{number}"
    return free
